/** The last changes of ticked records of a list, with their failures and their undo. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '../../components/dialog/dialog.ts';
import { DateText } from '../../components/text/date-text.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Section } from '../schema/section.ts';
import { Failures } from './run-bar.tsx';
import type { LoggedRun } from './run-log.ts';
import type { Bulk } from './use-bulk.ts';

const LoggedRunItem = ({ section, run, undo }: { section: Section; run: LoggedRun; undo: () => void }) => {
  const { t } = useTranslation('selection');
  const { at, kind, done, failed } = run;
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          <DateText value={new Date(at).toISOString()} /> · {t(`kind.${kind}`)}:{' '}
          {t(failed.length ? 'changedSome' : 'changed', { done, failed: failed.length })}
        </Text>
        {run.undo.length ? (
          <Button size="compact-sm" variant="default" onClick={undo}>
            {t('undo')}
          </Button>
        ) : null}
      </Group>
      {failed.length ? <Failures section={section} failed={failed} /> : null}
    </li>
  );
};

/** A button, where there are such changes. */
export const RunList = ({ section, bulk }: { section: Section; bulk: Bulk }) => {
  const { t } = useTranslation('selection');
  const [opened, setOpened] = useState(false);
  if (!bulk.runs.length) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        fw={400}
        className="not-printed"
        leftSection={<IconHistory size={14} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('lastRuns')}
      </Button>
      {opened ? (
        <Dialog opened onClose={() => setOpened(false)} title={t('lastRuns')} size="lg">
          <Stack gap="xs">
            <Text size="sm" c="dimmed">
              {t('lastRunsText')}
            </Text>
            <ul className="short-rows run-list">
              {bulk.runs.map((run) => (
                <LoggedRunItem
                  key={run.at}
                  section={section}
                  run={run}
                  undo={() => {
                    setOpened(false);
                    void bulk.start(run.undo, true);
                  }}
                />
              ))}
            </ul>
          </Stack>
        </Dialog>
      ) : null}
    </>
  );
};
