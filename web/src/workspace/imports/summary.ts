import { useTranslation } from '../../i18n/use-translation.ts';
import { type ImportJob, isRunning, outcomes } from './import-job.ts';

/** The rows of an import in one line: `12 new, 3 changed`. */
export const useSummary = () => {
  const { t, language } = useTranslation('imports');
  return (job: ImportJob): string => {
    if (isRunning(job)) return t('progress', { done: job.position.toLocaleString(language), total: job.total });
    if (job.state === 'done') return t('written', { count: job.applied });
    return outcomes
      .filter((outcome) => job.counts[outcome])
      .map((outcome) => `${job.counts[outcome].toLocaleString(language)} ${t(`outcome.${outcome}`)}`)
      .join(', ');
  };
};
