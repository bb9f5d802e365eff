/** All records of a kind (`/contracts`). */
import { PageTitle } from '../../components/text/page-title.tsx';
import { NewButton } from '../forms/new-button.tsx';
import { SectionPage } from '../schema/section-page.tsx';
import { titleOfSection } from '../schema/sections.ts';
import { RecordList } from './list.tsx';

export default function ListPage() {
  return (
    <SectionPage>
      {({ section }) => (
        <>
          <PageTitle title={titleOfSection(section)} actions={<NewButton section={section} />} />
          <RecordList key={section.path} section={section} path={`/${section.path}`} />
        </>
      )}
    </SectionPage>
  );
}
