import { Anchor } from '@mantine/core';
import { Link } from '../router/link.tsx';
import { PageTitle } from './page-title.tsx';

/** What a page shows where its address names something that is not there, with the way on. */
export const NotThere = ({ title, text, to, way }: { title: string; text: string; to: string; way: string }) => (
  <>
    <PageTitle title={title} description={text} />
    <Anchor component={Link} to={to}>
      {way}
    </Anchor>
  </>
);
