import { Anchor } from '@mantine/core';
import { Link } from '../../router/link.tsx';
import { PageTitle } from '../text/page-title.tsx';

/** Shown for an address whose record does not exist, with a link onwards. */
export const NotThere = ({ title, text, to, way }: { title: string; text: string; to: string; way: string }) => (
  <>
    <PageTitle title={title} description={text} />
    <Anchor component={Link} to={to}>
      {way}
    </Anchor>
  </>
);
