import { useTranslation } from '../../i18n/use-translation.ts';
import { notify } from '../../parts/notify.ts';

/** Says what was done, and how many were gone already. */
export const useTell = () => {
  const { t } = useTranslation('inbox');
  return (done: 'assignedSeveral' | 'discardedSeveral', count: number, gone: readonly number[]) =>
    notify(() => [t(done, { count }), ...(gone.length ? [t('gone', { count: gone.length })] : [])].join(' '));
};
