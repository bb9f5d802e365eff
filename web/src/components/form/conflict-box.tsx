import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { Conflict, Conflicting } from '../../hooks/use-versioned-form.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** How a form calls its members and shows their values. */
export interface Wordings {
  readonly labels: Readonly<Record<string, string>>;
  /** A value as people read it; null leaves it to the usual way. */
  readonly show?: (name: string, value: unknown) => string | null;
  /** Who has saved the other version, where the form knows it. */
  readonly who?: string | null;
}

const partsOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.map((one) => (typeof one === 'object' ? Object.values(one ?? {}).join(' = ') : String(one)))
    : Object.entries(value ?? {}).map(([name, one]) => `${name}: ${one}`);

/** One version of a member; of a list, entries that the other version lacks come first. */
const Version = ({ of, value, other, words }: { of: string; value: unknown; other: unknown; words: string | null }) => {
  const { t } = useTranslation();
  if (words !== null) return words;
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value !== 'object') return String(value);
  const beside = new Set(partsOf(other));
  const parts = partsOf(value);
  const only = parts.filter((part) => !beside.has(part));
  return (
    <span data-version={of}>
      {parts.length ? t('conflict.entries', { count: parts.length }) : '–'}
      {only.length ? `; ${t('conflict.only', { list: only.join(', ') })}` : ''}
    </span>
  );
};

const Member = ({ member, words }: { member: Conflicting; words: Wordings }) => {
  const { t } = useTranslation();
  const { name, before, mine, theirs } = member;
  const show = (value: unknown) => words.show?.(name, value) ?? null;
  return (
    <List.Item className="break-anywhere">
      <Text size="sm" fw={600}>
        {words.labels[name] ?? name}
      </Text>
      {before === undefined || typeof before === 'object' ? null : (
        <Text size="sm">
          {t('conflict.before')}: <Version of="before" value={before} other={theirs} words={show(before)} />
        </Text>
      )}
      <Text size="sm">
        {t('conflict.theirs')}: <Version of="theirs" value={theirs} other={mine} words={show(theirs)} />
      </Text>
      <Text size="sm">
        {t('conflict.mine')}: <Version of="mine" value={mine} other={theirs} words={show(mine)} />
      </Text>
    </List.Item>
  );
};

/** An edit conflict: both versions, and the choices. */
export const ConflictBox = (props: { conflict: Conflict; words: Wordings; busy: boolean }) => {
  const { t } = useTranslation();
  const { conflict, words, busy } = props;
  const { who } = words;
  const title = who ? t('conflict.titleBy', { who }) : t('conflict.title');
  return (
    <Alert color="yellow" icon={<IconUsers aria-hidden />} role="alert" title={title}>
      <Stack gap="sm">
        <Text size="sm">{t('conflict.text')}</Text>
        <List size="sm" listStyleType="none">
          {conflict.members.map((member) => (
            <Member key={member.name} member={member} words={words} />
          ))}
        </List>
        <Group justify="flex-end">
          <Button size="xs" variant="default" className="wraps" onClick={conflict.takeTheirs}>
            {t('conflict.takeTheirs')}
          </Button>
          <Button size="xs" color="red" variant="light" className="wraps" onClick={conflict.keepMine} loading={busy}>
            {t('conflict.keepMine')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
};
