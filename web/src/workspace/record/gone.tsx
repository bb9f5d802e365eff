/**
 * The page of a record that does not exist, or not any more; that of a merged customer leads to the one that has its
 * records, and can undo the merge.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { isUnmergeable, mergedInto } from '../../api/v3.ts';
import { NotThere } from '../../components/feedback/not-found.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Section } from '../schema/section.ts';
import { titleOfSection } from '../schema/sections.ts';
import { isRestorable, useRestore, useUnmerge } from '../schema/use-removal.ts';

/** Says that there is no such record; one that was deleted can be restored here. @param props.error of the read */
export const Gone = ({ section, id, error }: { section: Section; id: number; error: unknown }) => {
  const { t } = useTranslation('records');
  const restore = useRestore(section, id);
  const unmerge = useUnmerge();
  const [busy, setBusy] = useState(false);
  const into = mergedInto(error);
  const act = async () => {
    setBusy(true);
    await (into ? unmerge(into, id) : restore());
    setBusy(false);
  };
  if (into)
    return (
      <>
        <NotThere
          title={t('mergedAway', { number: id })}
          text={t(isUnmergeable(error) ? 'mergedAwayText' : 'mergedAwayOld', { number: into })}
          to={`/${section.path}/${into}`}
          way={t('toMerged', { number: into })}
        />
        {section.can.includes('write') && isUnmergeable(error) ? (
          <Button variant="default" mt="md" display="block" onClick={act} loading={busy}>
            {t('unmerge')}
          </Button>
        ) : null}
      </>
    );
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
