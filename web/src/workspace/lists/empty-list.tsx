/** An empty list: the way to its first record, or out of filters without matches. */
import { Button, Group } from '@mantine/core';
import { useSession } from '../../api/session.ts';
import { EmptyState } from '../../components/feedback/query-state.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { NewButton } from '../forms/new-button.tsx';
import { IMPORT_SCOPE, IMPORTS } from '../imports/import-job.ts';
import type { Section } from '../schema/section.ts';
import { titleOfSection } from '../schema/sections.ts';

/**
 * @param isWhole whether it is the list of all records of the kind
 * @param reset removes the filters; null where there are none
 */
export const EmptyList = (props: { section: Section; isWhole: boolean; reset: (() => void) | null }) => {
  const { section, isWhole, reset } = props;
  const { t, language } = useTranslation('records');
  const { scopes } = useSession().user;
  const label = titleOfSection(section);
  // A label within a sentence: German nouns keep their capital.
  const title = language.startsWith('de') ? label : label.toLocaleLowerCase(language);
  if (reset)
    return (
      <EmptyState
        text={t('noMatch', { title })}
        action={
          <Button size="compact-sm" variant="default" onClick={reset}>
            {t('resetAllFilters')}
          </Button>
        }
      />
    );
  const creates = isWhole && section.can.includes('write');
  const imports = creates && scopes.includes(IMPORT_SCOPE);
  const hint = section.content ? t('emptyContent') : imports ? t('emptyImport') : t('emptyNew');
  return (
    <EmptyState
      text={creates ? `${t('emptySection', { title })} ${hint}` : t('emptySection', { title })}
      action={
        creates && !section.content ? (
          <Group gap="sm" justify="center">
            <NewButton section={section} small />
            {imports ? (
              <Button component={Link} to={IMPORTS} size="compact-sm" variant="default">
                {t('importFile')}
              </Button>
            ) : null}
          </Group>
        ) : null
      }
    />
  );
};
