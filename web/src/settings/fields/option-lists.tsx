import { Badge, Button, Card, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import { api } from '../../api/client.ts';
import type { List } from '../../api/types.ts';
import { ConfirmButton } from '../../components/dialog/confirm-button.tsx';
import { EmptyState } from '../../components/feedback/query-state.tsx';
import { Select } from '../../components/select/select.tsx';
import { useLeave } from '../../hooks/unsaved-changes.ts';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { listChoice, listName } from './list-label.ts';
import { OptionForm } from './option-form.tsx';
import { FIELDS_KEY } from './query-keys.ts';

/** Gives up the organisation's entries of a list. @param onGone is called where no list of this name is left */
const RemoveList = ({ list, onGone }: { list: List; onGone: () => void }) => {
  const { t } = useTranslation('fields');
  const { t: c } = useTranslation();
  const name = listName(list.name);
  const remove = useSave({
    send: () => api('DELETE /lists/:name', { name: list.name }),
    refresh: [FIELDS_KEY],
    message: () => c('saved'),
    done: () => list.shipped || onGone(),
  });
  return (
    <ConfirmButton
      title={t(list.shipped ? 'restoreTitle' : 'removeListTitle', { name })}
      text={t(list.shipped ? 'restoreText' : 'removeListText')}
      confirm={t(list.shipped ? 'restore' : 'removeList')}
      run={() => remove.mutateAsync({})}
      button={{ size: 'xs', ml: 'auto' }}
    >
      {t(list.shipped ? 'restore' : 'removeList')}
    </ConfirmButton>
  );
};

/** Begins a list of a name that none has. */
const NewList = ({ names, onBegin }: { names: readonly string[]; onBegin: (name: string) => void }) => {
  const { t } = useTranslation('fields');
  const leave = useLeave();
  const [fresh, setFresh] = useState('');
  const wrong = names.includes(fresh) ? t('listTaken') : /^[a-z]\w{0,40}$/.test(fresh) ? null : t('listName');
  const begin = (event: FormEvent) => {
    event.preventDefault();
    leave(() => {
      onBegin(fresh);
      setFresh('');
    });
  };
  return (
    <Group align="flex-start" component="form" onSubmit={begin} flex="2 1 20rem">
      <TextInput
        label={t('newListName')}
        value={fresh}
        onChange={(event) => setFresh(event.currentTarget.value)}
        error={fresh ? wrong : null}
        flex="1 1 12rem"
      />
      <Button
        type="submit"
        variant="default"
        // Aligns with the input of the next field, also where that shows an error.
        mt="1.55rem"
        disabled={wrong !== null}
      >
        {t('newList')}
      </Button>
    </Group>
  );
};

/** A list with its entries. @param made whether it is being made, and nowhere stored */
const ListCard = (props: { list: List; made: boolean; onGone: () => void }) => {
  const { t } = useTranslation('fields');
  const { list, made, onGone } = props;
  return (
    <Card withBorder>
      <Group mb="sm">
        <Text fw={600}>{listName(list.name)}</Text>
        {list.own && !made ? (
          <>
            <Badge variant="light">{t('changed')}</Badge>
            <RemoveList list={list} onGone={onGone} />
          </>
        ) : null}
      </Group>
      <OptionForm key={list.name} list={list} />
    </Card>
  );
};

/** Chooses a list and edits it; a new one gets a name of its own. */
export const OptionLists = (props: { lists: readonly List[]; name: string; onChoose: (name: string) => void }) => {
  const { lists, name, onChoose } = props;
  const { t } = useTranslation('fields');
  const leave = useLeave();
  const made = useMemo<List>(
    () => ({ name, numeric: false, kinds: [], own: true, shipped: false, fixed: false, options: [] }),
    [name],
  );
  /** The list whose form is open: also one that is being created, or that another user has deleted meanwhile. */
  const [edited, setEdited] = useState('');
  const there = lists.find((one) => one.name === name);
  if (there && edited !== name) setEdited(name);
  const list = there ?? (edited === name ? made : null);
  const names = lists.map((one) => one.name);
  const begin = (fresh: string) => {
    setEdited(fresh);
    onChoose(fresh);
  };
  return (
    <Stack maw={820}>
      <Group align="flex-start">
        <Select
          label={t('chooseList')}
          data={(there || !list?.name ? names : [...names, name]).map(listChoice)}
          value={list && name}
          onChange={(value) => value && value !== name && leave(() => onChoose(value))}
          searchable
          allowDeselect={false}
          flex="1 1 14rem"
        />
        <NewList names={names} onBegin={begin} />
      </Group>
      {list ? (
        <ListCard
          list={list}
          made={list === made}
          onGone={() => onChoose(names.find((one) => one !== list.name) ?? '')}
        />
      ) : (
        <EmptyState text={t('listNotThere')} />
      )}
    </Stack>
  );
};
