/**
 * Page of a record (`/customers/8`) with its sub-resources, each under a URL of its own (`/customers/8/contracts`).
 */

import { SectionPage } from '../schema/section-page.tsx';
import { RecordView } from './record-view.tsx';

export default function RecordPage() {
  return (
    <SectionPage>
      {(address) => (
        <RecordView key={`${address.section.path}/${address.id}`} {...address} tab={address.words[1] ?? ''} />
      )}
    </SectionPage>
  );
}
