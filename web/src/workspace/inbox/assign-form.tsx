/** Proposals for a waiting document with their reasons, and the form that assigns it. */
import { Button, Checkbox, Group, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { readV3 } from '../../api/v3.ts';
import { dateFormat } from '../../i18n/formats.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { titleOfSection, useSections } from '../schema/sections.ts';
import { localDate } from '../schema/shown.ts';
import { AnyRecord } from './any-record.tsx';
import type { Proposal, RuleOf, Waiting } from './waiting.ts';

const OTHER = 'other';
const LONGEST_NAME = 255;

/** The values of an assignment, as the API takes them. */
export interface Assignment {
  readonly section: string;
  readonly id: number;
  readonly name?: string;
  readonly ordner?: number;
  readonly rule_id?: number;
}

const keyOf = ({ section, id }: Proposal): string => `${section}/${id}`;

/** The reasons of a proposal in words: `Contract number in the subject: HR-700116`. */
const useReasons = () => {
  const { t } = useTranslation('inbox');
  return ({ reasons }: Proposal): string =>
    reasons
      .map(({ kind, text, where }) => {
        if (kind === 'given' || kind === 'reply' || kind === 'sender') return t(`reason.${kind}`, { text });
        return `${t(`reason.${kind}`)} ${t(`where.${where}`)}: ${text}`;
      })
      .join(' · ');
};

const nameOfProposal = ({ name, kid_name: customer }: Proposal): string =>
  [name, customer === name ? null : customer].filter(Boolean).join(', ');

/** The records to choose from: those proposed, or else those that are possible. */
const choicesOf = ({ proposals, possible = [] }: Waiting): readonly Proposal[] =>
  proposals?.length ? proposals : possible;

const Choice = ({ proposal }: { proposal: Proposal }) => {
  const { section: path } = proposal;
  const { data: sections = [] } = useSections();
  const reasons = useReasons();
  const kind = titleOfSection(sections.find((one) => one.path === path) ?? { path, title: path });
  return (
    <Radio
      value={keyOf(proposal)}
      label={nameOfProposal(proposal)}
      description={
        <>
          {nameOf('inbox:kind', path, kind)} · {reasons(proposal)}
        </>
      }
    />
  );
};

/** Folders of the contact that a proposal belongs to. */
const Folder = ({ kid, value, onChange }: { kid: number; value: string; onChange: (to: string) => void }) => {
  const { t } = useTranslation('inbox');
  const { data } = useQuery({
    queryKey: ['v3', 'customers', 'folders', kid],
    queryFn: () => readV3(`/customers/${kid}/documents/folders`),
    staleTime: 60_000,
    retry: false,
  });
  if (!data?.items.length) return null;
  return (
    <Select
      label={t('folder')}
      data={data.items.map(({ id, name }) => ({ value: String(id), label: String(name ?? id) }))}
      value={value || null}
      onChange={(to) => onChange(to ?? '')}
      clearable
    />
  );
};

/** The rule of the document with its effects, applied unless it is unticked: `Rule: Cancellation · Status gekündigt · Task …`. */
const RuleChoice = ({ rule, on, onChange }: { rule: RuleOf; on: boolean; onChange: (on: boolean) => void }) => {
  const { t, language } = useTranslation('inbox');
  const { status, aufgabe, faellig } = rule;
  const day = faellig ? dateFormat(language, 'day').format(localDate(faellig)) : '';
  const effects = [
    ...(status ? [t('rule.status', { status })] : []),
    ...(aufgabe ? [t('rule.task', { task: aufgabe, day })] : []),
  ];
  return (
    <Checkbox
      label={[t('rule.name', { name: rule.name }), ...effects].join(' · ')}
      checked={on}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
};

/** A held key would accept documents that were not seen. */
const ignoreRepeat = (event: KeyboardEvent): void => {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
};

interface Given {
  readonly item: Waiting;
  /** How many documents are assigned together. */
  readonly count: number;
  readonly onAccept: (assignment: Assignment, record: string) => void;
  readonly onSkip: () => void;
  readonly onDiscard: () => void;
  readonly accept: RefObject<HTMLButtonElement | null>;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
}

export const AssignForm = (given: Given) => {
  const { item, count, onAccept, onSkip, onDiscard, accept, search, chosen, onChoose } = given;
  const { t } = useTranslation('inbox');
  const [other, setOther] = useState<string | null>(null);
  const [otherName, setOtherName] = useState('');
  const [name, setName] = useState(item.name);
  const [folder, setFolder] = useState('');
  const [applied, setApplied] = useState(true);
  const [error, setError] = useState<string | null>(null);
  const proposals = choicesOf(item);
  const proposal = proposals.find((one) => keyOf(one) === chosen);
  const kid = proposal && proposal.section !== 'products' && proposal.section !== 'users' ? proposal.kid : null;
  const target = proposal ? proposal.section : other?.split('/')[0];
  // A status is that of a contract.
  const rule = count === 1 && item.rule && (target === 'contracts' || !item.rule.status) ? item.rule : null;
  const send = (event: FormEvent) => {
    event.preventDefault();
    // A proposal that was not seen is not accepted.
    if (!item.proposals) return;
    const key = proposal ? keyOf(proposal) : other;
    if (!key) {
      setError(t('choose'));
      search.current?.focus();
      return;
    }
    const [section = '', id] = key.split('/');
    const assignment = {
      section,
      id: Number(id),
      ...(count === 1 && name.trim() && name.trim() !== item.name ? { name: name.trim() } : {}),
      ...(folder && kid ? { ordner: Number(folder) } : {}),
      ...(rule && applied ? { rule_id: rule.id } : {}),
    };
    onAccept(assignment, proposal ? nameOfProposal(proposal) : otherName);
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="sm">
        <Radio.Group
          label={
            item.proposals && !item.proposals.length
              ? t(item.possible?.length ? 'possible' : 'noProposal')
              : t('proposals')
          }
          value={chosen}
          onChange={(key) => {
            onChoose(key);
            setFolder('');
          }}
        >
          <Stack gap="xs" mt={6}>
            {proposals.map((one) => (
              <Choice key={keyOf(one)} proposal={one} />
            ))}
            {proposals.length ? <Radio value={OTHER} label={t('other')} /> : null}
          </Stack>
        </Radio.Group>
        {chosen === OTHER ? (
          <AnyRecord
            value={other}
            onChange={(to, label) => {
              setOther(to);
              setOtherName(label);
              setError(null);
              if (to) setTimeout(() => accept.current?.focus());
            }}
            error={error}
            field={search}
          />
        ) : null}
        {kid === null ? null : <Folder kid={kid} value={folder} onChange={setFolder} />}
        {count === 1 ? (
          <TextInput
            label={t('name')}
            value={name}
            maxLength={LONGEST_NAME}
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
          />
        ) : null}
        {rule ? <RuleChoice rule={rule} on={applied} onChange={setApplied} /> : null}
        <Group gap="xs" className="inbox-actions">
          <Button ref={accept} type="submit" onKeyDown={ignoreRepeat}>
            {count === 1 ? t('accept') : t('acceptSeveral', { count })}
          </Button>
          <Button variant="default" onClick={onSkip}>
            {t('skip')}
          </Button>
          <Button variant="subtle" color="red" onClick={onDiscard}>
            {t('discard')}
          </Button>
        </Group>
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {t('keys')}
        </Text>
      </Stack>
    </form>
  );
};

/** The choice that a document begins with: its first proposal, else a search; none while proposals are read. */
export const firstChoice = ({ proposals }: Waiting): string =>
  proposals?.[0] ? keyOf(proposals[0]) : proposals ? OTHER : '';

/** The choice of a key: `1` to `3` for proposals, `s` for another record. */
export const choiceOfKey = (item: Waiting, key: string): string | null => {
  if (key === 's') return OTHER;
  const proposal = choicesOf(item)[Number(key) - 1];
  return proposal ? keyOf(proposal) : null;
};
