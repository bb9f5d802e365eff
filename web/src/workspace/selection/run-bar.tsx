/** A run over many records in the bar below their list: its progress, then its outcome with the way back. */
import { Anchor, Button, Group, Progress, Text } from '@mantine/core';
import { useCallback, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { useUndo } from '../../hooks/undo.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import type { Section } from '../schema/section.ts';
import type { Bulk, Run } from './use-bulk.ts';

/** Failed rows that are listed. */
const LISTED = 20;

/** Records that were not changed, with the reasons. */
export const Failures = ({ section, failed }: { section: Section; failed: Run['outcome']['failed'] }) => {
  const { t } = useTranslation('selection');
  return (
    <ul className="run-failures">
      {failed.slice(0, LISTED).map(({ id, status, error, message }) => (
        <li key={id}>
          <Anchor component={Link} to={`/${section.path}/${id}`}>
            {t('numbered', { number: id })}
          </Anchor>
          : {errorText(new ApiError(status, { error, message }))}
        </li>
      ))}
      {failed.length > LISTED ? <li>{t('more', { count: failed.length - LISTED })}</li> : null}
    </ul>
  );
};

export const RunBar = ({ section, run, bulk }: { section: Section; run: Run; bulk: Bulk }) => {
  const { t } = useTranslation('selection');
  const [detailed, setDetailed] = useState(false);
  const { total, outcome, running, cancelled, undoes, undo } = run;
  const { done, failed } = outcome;
  const { start } = bulk;
  const canUndo = !running && undo.length > 0;
  const revert = useCallback(() => void start(undo, true), [start, undo]);
  useUndo(canUndo ? revert : null);
  const handled = done.length + failed.length;
  const words = { done: done.length, failed: failed.length, total };
  if (running)
    return (
      <Group gap="sm" wrap="nowrap">
        <Text size="sm" role="status">
          {t('progress', words)}
        </Text>
        <Progress flex={1} value={(100 * handled) / Math.max(total, 1)} aria-label={t('progress', words)} />
        <Button size="compact-sm" variant="default" onClick={bulk.cancel} disabled={cancelled}>
          {t('cancel')}
        </Button>
      </Group>
    );
  const sentence = undoes ? 'reverted' : failed.length ? 'changedSome' : 'changed';
  return (
    <>
      <Group gap="xs">
        <Text size="sm" role="status">
          {t(sentence, words)} {cancelled && handled < total ? t('cancelled', { count: total - handled }) : null}
        </Text>
        {failed.length ? (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-expanded={detailed}
            onClick={() => setDetailed((before) => !before)}
          >
            {t('details')}
          </Button>
        ) : null}
        {canUndo ? (
          <Button size="compact-sm" variant="light" onClick={revert}>
            {t('undo')}
          </Button>
        ) : null}
        <Button size="compact-sm" variant="default" onClick={bulk.close}>
          {t('close')}
        </Button>
      </Group>
      {detailed ? <Failures section={section} failed={failed} /> : null}
    </>
  );
};
