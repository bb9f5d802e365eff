/** The first steps of a new organisation, for its administrators: each is ticked when it is done, and leads to its place. */
import { Anchor, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callOf } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { notify, notifyError } from '../../hooks/notify.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { navigate } from '../../router/router.ts';
import { IMPORT_SCOPE, IMPORTS, type ImportJob, importsQuery, isRunning } from '../imports/import-job.ts';
import type { Section } from '../schema/section.ts';
import { totalOf } from '../schema/sections.ts';
import { useUsers } from '../schema/users.ts';
import { useOwnLayout } from '../views/views.ts';
import { loadSample, removeSample, sampleOf } from './sample-data.ts';

/** The list whose layout remembers that the box is put away. */
const BOX = 'first-day';

const isWritten = ({ state, applied }: ImportJob): boolean => applied > 0 && state !== 'undone';

const NO_JOBS: readonly ImportJob[] = [];

/** Sample data at a click, and away at a click. */
const Sample = ({ sample }: { sample: ImportJob | undefined }) => {
  const { t } = useTranslation('day');
  const { user } = useSession();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const loaded = sample && isWritten(sample) ? sample : null;
  const act = async () => {
    setBusy(true);
    try {
      const job = await (loaded ? removeSample(loaded) : loadSample(user.email, `${t('first.sampleFile')}.csv`));
      const { state, applied } = job;
      if (state === 'undone') notify(() => (applied ? t('first.removedBut', { count: applied }) : t('first.removed')));
      else if (state === 'done') notify(() => t('first.loaded', { count: applied }));
      else navigate(`${IMPORTS}/${job.id}`);
    } catch (error) {
      notifyError(error);
    } finally {
      await client.invalidateQueries({ queryKey: ['v3'] });
      setBusy(false);
    }
  };
  return (
    <Group gap="sm" mt="sm">
      <Button
        size="compact-sm"
        variant="default"
        loading={busy || (sample !== undefined && isRunning(sample))}
        onClick={act}
      >
        {t(loaded ? 'first.removeSample' : 'first.loadSample')}
      </Button>
      <Text size="sm" c="dimmed" flex="1 1 16rem">
        {t(loaded ? 'first.sampleLoaded' : 'first.sampleText')}
      </Text>
    </Group>
  );
};

export default function FirstDay({ sections }: { sections: readonly Section[] }) {
  const { t } = useTranslation('day');
  const { user } = useSession();
  const { row, known, store } = useOwnLayout(BOX);
  const shown = known && !row;
  const imports = user.scopes.includes(IMPORT_SCOPE);
  const { data: jobs = NO_JOBS, isLoading } = useQuery({ ...importsQuery, enabled: shown && imports });
  const { data: mail } = useQuery({ queryKey: ['mail'], ...callOf('GET /mail'), enabled: shown });
  const users = useUsers();
  if (!shown || isLoading || !mail) return null;
  const sample = sampleOf(jobs);
  const customers = totalOf(sections, 'customers');
  const written = jobs.some((job) => job !== sample && isWritten(job));
  const steps = [
    { name: 'imports', to: IMPORTS, done: written || (customers > 0 && !(sample && isWritten(sample))) },
    { name: 'products', to: '/products', done: totalOf(sections, 'products') > 0 },
    { name: 'users', to: '/settings/users', done: users.length > 1 },
    { name: 'mail', to: '/settings/organisation', done: mail.configured },
  ] as const;
  const offers = imports && (sample ? isWritten(sample) || isRunning(sample) || !customers : !customers);
  if (steps.every(({ done }) => done) && !offers) return null;
  return (
    <section className="block first-day" aria-label={t('first.title')}>
      <div className="block-head">
        <h2>{t('first.title')}</h2>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => store({ query: '' }).catch(notifyError)}>
          {t('first.away')}
        </Button>
      </div>
      <ol className="first-steps">
        {steps.map(({ name, to, done }) => (
          <li key={name}>
            {done ? (
              <IconCircleCheckFilled size={18} color="var(--mantine-color-teal-filled)" aria-hidden />
            ) : (
              <IconCircle size={18} stroke={1.6} color="var(--mantine-color-dimmed)" aria-hidden />
            )}
            <div>
              <Anchor component={Link} to={to} size="sm">
                {t(`first.steps.${name}`)}
              </Anchor>
              {done ? <VisuallyHidden> {t('first.done')}</VisuallyHidden> : null}
              <Text size="sm" c="dimmed">
                {t(`first.texts.${name}`)}
              </Text>
            </div>
          </li>
        ))}
      </ol>
      {offers ? <Sample sample={sample} /> : null}
    </section>
  );
}
