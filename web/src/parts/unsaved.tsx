/** Unsaved edits: the user is asked before anything discards them. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useBeforeUnload, useBlocker } from 'react-router';
import { endSession, onSessionEnd } from '../api/session.ts';
import { Dialog } from './dialog.tsx';

interface Unsaved {
  /** Says whether the form of this id holds edits. */
  readonly mark: (id: string, dirty: boolean) => void;
  /** Does what would lose edits: at once where there are none, else after the question. */
  readonly leave: (go: () => void) => void;
  /** The question is open. */
  readonly asking: boolean;
}

/** Above the dialog whose edits it is about. */
const ABOVE_DIALOGS = 250;

const UnsavedContext = createContext<Unsaved>({ mark: () => {}, leave: (go) => go(), asking: false });

/** Registers a form's edits while it is shown. */
export const useUnsaved = (dirty: boolean): void => {
  const id = useId();
  const { mark } = useContext(UnsavedContext);
  useEffect(() => {
    mark(id, dirty);
    return () => mark(id, false);
  }, [mark, id, dirty]);
};

/** `leave(() => choose(other))`: what shows something else in the place of a form goes through it. */
export const useLeave = (): Unsaved['leave'] => useContext(UnsavedContext).leave;

/** Whether the question is open: what is below it then leaves Escape to it. */
export const useAsking = (): boolean => useContext(UnsavedContext).asking;

const Question = (props: { opened: boolean; onStay: () => void; onDiscard: () => void }) => {
  const { t } = useTranslation();
  return (
    <Dialog opened={props.opened} onClose={props.onStay} title={t('unsaved.title')} centered zIndex={ABOVE_DIALOGS}>
      <Stack>
        <Text size="sm">{t('unsaved.text')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onStay} data-autofocus>
            {t('unsaved.stay')}
          </Button>
          <Button color="red" onClick={props.onDiscard}>
            {t('unsaved.discard')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
};

/** The session has ended while a form holds edits: they stay while the user signs in beside them. */
const SessionEnded = (props: { opened: boolean; onStay: () => void; onDiscard: () => void }) => {
  const { t } = useTranslation();
  return (
    <Dialog opened={props.opened} onClose={props.onStay} title={t('ended.title')} centered zIndex={ABOVE_DIALOGS}>
      <Stack>
        <Text size="sm">{t('ended.text')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onDiscard}>
            {t('ended.discard')}
          </Button>
          <Button component="a" href="/login" target="_blank" rel="noopener" onClick={props.onStay} data-autofocus>
            {t('ended.beside')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
};

/** Asks for the forms below it: on the way to another page, within a page, and when the tab is closed. */
export const UnsavedGuard = ({ children }: { children: ReactNode }) => {
  const drafts = useRef(new Set<string>());
  const client = useQueryClient();
  const [ended, setEnded] = useState(false);
  const [next, setNext] = useState<{ readonly go: () => void } | null>(null);
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => drafts.current.size > 0 && from.pathname !== to.pathname,
  );
  useBeforeUnload(
    useCallback((event: BeforeUnloadEvent) => {
      if (drafts.current.size > 0) event.preventDefault();
    }, []),
  );
  useEffect(
    () =>
      onSessionEnd(() => {
        const keeps = drafts.current.size > 0;
        setEnded(keeps);
        return keeps;
      }),
    [],
  );
  const mark = useCallback((id: string, dirty: boolean) => {
    if (dirty) drafts.current.add(id);
    else drafts.current.delete(id);
  }, []);
  const leave = useCallback((go: () => void) => {
    if (drafts.current.size > 0) setNext({ go });
    else go();
  }, []);
  const blocked = blocker.state === 'blocked';
  const asking = ended || blocked || next !== null;
  const unsaved = useMemo<Unsaved>(() => ({ mark, leave, asking }), [mark, leave, asking]);
  const stay = () => {
    setNext(null);
    if (blocked) blocker.reset();
  };
  const discard = () => {
    drafts.current.clear();
    setNext(null);
    if (blocked) blocker.proceed();
    else next?.go();
  };
  return (
    <UnsavedContext.Provider value={unsaved}>
      {children}
      <Question opened={!ended && asking} onStay={stay} onDiscard={discard} />
      <SessionEnded
        opened={ended}
        onStay={() => setEnded(false)}
        onDiscard={() => {
          drafts.current.clear();
          endSession(client);
        }}
      />
    </UnsavedContext.Provider>
  );
};
