/** Letters and e-mails to the ticked records of a list, for users who may write them. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { laterDialog } from '../../components/lazy.ts';
import { notifyFailure } from '../../hooks/notify.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Section } from '../schema/section.ts';
import { type LetterKind, MOST_LETTERS } from './letters.ts';
import { TEMPLATE_SECTIONS, WRITES_MESSAGES } from './templates.ts';

const LetterForm = laterDialog(async () => (await import('./letter-form.tsx')).LetterForm);

export const LetterButtons = ({ section, ids }: { section: Section; ids: ReadonlySet<number> }) => {
  const { t } = useTranslation('messages');
  const { scopes } = useSession().user;
  const [opened, setOpened] = useState<LetterKind | null>(null);
  if (!scopes.includes(WRITES_MESSAGES) || !TEMPLATE_SECTIONS.some((path) => path === section.path)) return null;
  const open = (kind: LetterKind) =>
    ids.size > MOST_LETTERS ? notifyFailure(() => t(`${kind}.tooMany`, { most: MOST_LETTERS })) : setOpened(kind);
  return (
    <>
      {(['letter', 'mail'] as const).map((kind) => (
        <Button key={kind} size="compact-sm" variant="default" onClick={() => open(kind)}>
          {t(`${kind}.button`)}
        </Button>
      ))}
      {opened ? <LetterForm kind={opened} section={section} ids={[...ids]} onClose={() => setOpened(null)} /> : null}
    </>
  );
};
