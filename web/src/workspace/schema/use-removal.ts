/** Deletes a record and restores it; undoes the merge of a customer. */
import { useQueryClient } from '@tanstack/react-query';
import { call, mergedInto, sendV3 } from '../../api/v3.ts';
import { notify, notifyError, notifyFailure, notifyWith } from '../../hooks/notify.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { navigate } from '../../router/router.ts';
import type { Section } from './section.ts';

/** Whether the user can restore deleted records of a kind. */
export const isRestorable = ({ verbs, can }: Section): boolean => verbs.includes('restore') && can.includes('write');

/** Restores a record. @returns a function that reports errors itself */
export const useRestore = (section: Section, id: number): (() => Promise<void>) => {
  const { t } = useTranslation('records');
  const client = useQueryClient();
  return async () => {
    try {
      await sendV3('POST', `/${section.path}/${id}/restore`);
      await client.invalidateQueries({ queryKey: ['v3'] });
      notify(() => t('restored'));
    } catch (error) {
      const into = mergedInto(error);
      if (into) notifyFailure(() => t('mergedAwayText', { number: into }));
      else notifyError(error);
    }
  };
};

/** Undoes a merge of customers, and says how much of it stayed. @returns a function that reports errors itself */
export const useUnmerge = (): ((kid: number, slave: number) => Promise<void>) => {
  const { t } = useTranslation('records');
  const client = useQueryClient();
  return async (kid, slave) => {
    try {
      const { stayed_total: count } = await call('POST /v3/customers/:kid/unmerge', {
        kid,
        body: { slave_kid: slave },
      });
      await client.invalidateQueries({ queryKey: ['v3'] });
      notify(() => (count ? `${t('unmerged')} ${t('unmergedStayed', { count, number: kid })}` : t('unmerged')));
    } catch (error) {
      notifyError(error);
    }
  };
};

/** Deletes a record and shows its list; a message offers to undo that. */
export const useRemove = (section: Section, id: number, title: string): (() => Promise<void>) => {
  const { t } = useTranslation('records');
  const client = useQueryClient();
  const restore = useRestore(section, id);
  return async () => {
    await sendV3('DELETE', `/${section.path}/${id}`);
    navigate(`/${section.path}`, { replace: true });
    const say = () => t('deletedRecord', { title });
    const undo = async () => {
      await restore();
      navigate(`/${section.path}/${id}`);
    };
    if (isRestorable(section)) notifyWith(say, { name: () => t('undo'), run: () => void undo() });
    else notify(say);
    await client.invalidateQueries({ queryKey: ['v3'] });
  };
};
