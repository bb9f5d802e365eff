/** Unsaved edits: the user is asked before anything discards them. */
import { Button, Group, ModalStack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { endSession, onSessionEnd, type SessionEnd } from '../api/session.ts';
import { Dialog } from '../components/dialog/dialog.ts';
import { type Draft, type Unsaved, UnsavedContext } from '../hooks/unsaved-changes.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { block } from '../router/router.ts';

/** Asks about unsaved edits; Escape keeps them. */
const Question = (props: { opened: boolean; title: string; text: string; onStay: () => void; children: ReactNode }) => {
  const { opened, title, text, onStay, children } = props;
  return (
    <Dialog opened={opened} onClose={onStay} title={title} description={text} centered>
      <Group justify="flex-end">{children}</Group>
    </Dialog>
  );
};

interface Choices {
  readonly opened: boolean;
  readonly onStay: () => void;
  readonly onDiscard: () => void;
}

const Leaving = ({ opened, onStay, onDiscard }: Choices) => {
  const { t } = useTranslation();
  return (
    <Question opened={opened} title={t('unsaved.title')} text={t('unsaved.text')} onStay={onStay}>
      <Button variant="default" onClick={onStay} data-autofocus>
        {t('unsaved.stay')}
      </Button>
      <Button color="red" onClick={onDiscard}>
        {t('unsaved.discard')}
      </Button>
    </Question>
  );
};

/** The session has ended while a form has edits: they stay while the user signs in in another tab. */
const SessionEnded = ({ opened, other, onStay, onDiscard }: Choices & { other: boolean }) => {
  const { t } = useTranslation();
  const [title, text] = other ? (['otherTitle', 'otherText'] as const) : (['title', 'text'] as const);
  return (
    <Question opened={opened} title={t(`ended.${title}`)} text={t(`ended.${text}`)} onStay={onStay}>
      <Button variant="default" onClick={onDiscard}>
        {t(other ? 'ended.otherDiscard' : 'ended.discard')}
      </Button>
      <Button component="a" href="/login" target="_blank" rel="noopener" onClick={onStay} data-autofocus>
        {t(other ? 'ended.otherBeside' : 'ended.beside')}
      </Button>
    </Question>
  );
};

/**
 * The edits of the forms that are shown, whether the session has ended while there were some, and in `held` whether any of them
 * is not even on its way to the service.
 */
const useDrafts = () => {
  const [drafts] = useState(() => new Map<string, Draft>());
  const [held, setHeld] = useState<Draft | null>(null);
  const [ended, setEnded] = useState<SessionEnd | null>(null);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (drafts.size > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [drafts]);
  useEffect(
    () =>
      onSessionEnd((end) => {
        const keeps = drafts.size > 0;
        setEnded(keeps ? end : null);
        return keeps;
      }),
    [drafts],
  );
  const mark = useCallback(
    (id: string, draft: Draft | null) => {
      if (draft) drafts.set(id, draft);
      else drafts.delete(id);
      const all = [...drafts.values()];
      setHeld(all.find((one) => one === 'edited') ?? all[0] ?? null);
    },
    [drafts],
  );
  const forget = () => {
    drafts.clear();
    setHeld(null);
  };
  return { drafts, held, mark, forget, ended, goOn: () => setEnded(null) };
};

/** Asks for the forms below it: on the way to another page, within a page, and when the tab is closed. */
export const UnsavedGuard = ({ children }: { children: ReactNode }) => {
  const { drafts, held, mark, forget, ended, goOn } = useDrafts();
  const client = useQueryClient();
  const [next, setNext] = useState<{ readonly go: () => void } | null>(null);
  const keeps = useCallback(
    (go: () => void) => {
      if (drafts.size > 0) setNext({ go });
      return drafts.size > 0;
    },
    [drafts],
  );
  useEffect(() => block(keeps), [keeps]);
  // They were saved meanwhile: there is nothing to ask any more.
  useEffect(() => {
    if (held || !next) return;
    setNext(null);
    next.go();
  }, [held, next]);
  const unsaved = useMemo<Unsaved>(() => ({ mark, leave: (go) => keeps(go) || go() }), [mark, keeps]);
  const discard = () => {
    forget();
    setNext(null);
    next?.go();
  };
  const discardEnded = () => {
    forget();
    endSession(client);
  };
  return (
    <UnsavedContext.Provider value={unsaved}>
      <ModalStack>
        {children}
        <Leaving
          opened={ended === null && next !== null && held === 'edited'}
          onStay={() => setNext(null)}
          onDiscard={discard}
        />
        <SessionEnded opened={ended !== null} other={ended === 'other'} onStay={goOn} onDiscard={discardEnded} />
      </ModalStack>
    </UnsavedContext.Provider>
  );
};
