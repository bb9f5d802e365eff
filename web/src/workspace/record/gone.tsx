/** The page of a record that does not exist, or not any more. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { NotThere } from '../../components/feedback/not-found.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Section } from '../schema/section.ts';
import { titleOfSection } from '../schema/sections.ts';
import { isRestorable, useRestore } from '../schema/use-removal.ts';

/** Says that there is no such record; one that was deleted can be restored here. */
export const Gone = ({ section, id }: { section: Section; id: number }) => {
  const { t } = useTranslation('records');
  const restore = useRestore(section, id);
  const [busy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    await restore();
    setBusy(false);
  };
  return (
    <>
      <NotThere title={t('gone')} text={t('goneText')} to={`/${section.path}`} way={titleOfSection(section)} />
      {isRestorable(section) && id > 0 ? (
        <Button variant="default" mt="md" display="block" onClick={act} loading={busy}>
          {t('restore')}
        </Button>
      ) : null}
    </>
  );
};
