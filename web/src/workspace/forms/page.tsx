/** Page of a new record (`/contracts/new?kid=8`); values of fields in the URL are filled in. */

import { NotFound } from '../../components/feedback/page-fallbacks.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { useSearch } from '../../router/use-router.ts';
import { newOf } from '../schema/new-of.ts';
import { NoRight } from '../schema/no-right.tsx';
import { SectionPage } from '../schema/section-page.tsx';
import { NewRecord } from './new-record.tsx';

export default function NewRecordPage() {
  const [params] = useSearch();
  return (
    <SectionPage>
      {({ section }) => {
        if (!section.can.includes('write')) return <PageTitle title={newOf(section)} description={<NoRight />} />;
        if (section.content) return <NotFound />;
        return (
          <div className="record" key={params.toString()}>
            <PageTitle title={newOf(section)} />
            <NewRecord section={section} initial={Object.fromEntries(params)} />
          </div>
        );
      }}
    </SectionPage>
  );
}
