/** Whom e-mails to ticked records go to, and which of the records get none. */
import { Alert, Checkbox } from '@mantine/core';
import { Select } from '../../components/select/select.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Section } from '../schema/section.ts';
import { RECIPIENTS, type Recipient } from './letters.ts';
import { RemarkedRecords } from './remarked-records.tsx';

export const MailRecipients = (props: {
  section: Section;
  recipient: Recipient;
  consent: boolean;
  /** Records without a recipient's address that may be used. */
  without: readonly number[];
  onChange: (change: { readonly recipient?: Recipient; readonly consent?: boolean }) => void;
}) => {
  const { section, recipient, consent, without, onChange } = props;
  const { t } = useTranslation('messages');
  const title = t(consent ? 'withoutConsent' : 'withoutAddress', { count: without.length });
  return (
    <>
      {section.path === 'contracts' || section.path === 'damages' ? (
        <Select
          label={t('to')}
          allowDeselect={false}
          data={RECIPIENTS.map((value) => ({ value, label: t(`recipients.${value}`) }))}
          value={recipient}
          onChange={(chosen) => onChange({ recipient: chosen as Recipient })}
        />
      ) : null}
      <Checkbox
        label={t('consent')}
        description={t('consentHint')}
        checked={consent}
        onChange={({ currentTarget: { checked } }) => onChange({ consent: checked })}
      />
      {without.length ? (
        <Alert color="yellow" title={title}>
          <RemarkedRecords section={section} items={without.map((id) => ({ id }))} />
        </Alert>
      ) : null}
    </>
  );
};
