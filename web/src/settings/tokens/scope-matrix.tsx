import { Button, Group, Select } from '@mantine/core';
import { useMemo } from 'react';
import { ErrorBox, LoadingRows } from '../../components/feedback/query-state.tsx';
import { CheckMatrix } from '../../components/form/check-matrix.tsx';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useScopes } from './use-scopes.ts';

interface Family {
  readonly name: string;
  readonly actions: readonly string[];
}

/** Scopes that many tokens have: those that read, and all of one family. */
const Presets = (props: { families: readonly Family[]; onChange: (value: string[]) => void }) => {
  const { families, onChange } = props;
  const { t } = useTranslation('tokens');
  const scopesOf = ({ name, actions }: Family) => actions.map((action) => `v3:${name}:${action}`);
  return (
    <Group align="flex-end" gap="sm">
      <Button
        variant="default"
        onClick={() => onChange(families.flatMap(scopesOf).filter((scope) => scope.endsWith(':read')))}
      >
        {t('readOnly')}
      </Button>
      <Select
        label={t('oneFamily')}
        placeholder={t('choose')}
        data={families.map(({ name }) => ({ value: name, label: nameOf('tokens:family', name) }))}
        value={null}
        onChange={(chosen) => onChange(families.filter(({ name }) => name === chosen).flatMap(scopesOf))}
        searchable
      />
    </Group>
  );
};

const rowOf = ({ name, actions }: Family) => ({
  name,
  label: nameOf('tokens:family', name),
  hint: `v3:${name}`,
  values: Object.fromEntries(actions.map((action) => [action, `v3:${name}:${action}`])),
});

/** Scopes as a table of resources with read and write. */
export const ScopeMatrix = (props: {
  value: readonly string[];
  onChange: (value: string[]) => void;
  error?: React.ReactNode;
}) => {
  const { t, language } = useTranslation('tokens');
  const query = useScopes();
  const families = query.data?.families;
  const columns = useMemo(() => (['read', 'write'] as const).map((name) => ({ name, label: t(name) })), [t]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: names are those of the language
  const rows = useMemo(() => (families ?? []).map(rowOf), [families, language]);
  if (!families) {
    return query.error ? <ErrorBox error={query.error} retry={() => query.refetch()} /> : <LoadingRows rows={3} />;
  }
  return (
    <>
      <Presets families={families} onChange={props.onChange} />
      <CheckMatrix
        label={t('scopes')}
        description={t('scopesHint')}
        rowTitle={t('resource')}
        columns={columns}
        rows={rows}
        {...props}
      />
    </>
  );
};
