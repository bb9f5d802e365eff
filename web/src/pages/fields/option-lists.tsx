import { Badge, Button, Card, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { List } from '../../api/types.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Select } from '../../parts/select.tsx';
import { useLeave } from '../../parts/unsaved.ts';
import { listChoice, listName } from './list-name.ts';
import { OptionForm } from './option-form.tsx';

/** Chooses a list and edits it; a new one gets a name of its own. */
export const OptionLists = (props: { lists: readonly List[]; name: string; onChoose: (name: string) => void }) => {
  const { lists, name, onChoose } = props;
  const { t } = useTranslation('fields');
  const [fresh, setFresh] = useState('');
  const leave = useLeave();
  const made = useMemo<List>(() => ({ name, numeric: false, own: true, fixed: false, options: [] }), [name]);
  const list = lists.find((one) => one.name === name) ?? made;
  const names = lists.map((one) => one.name);
  const wrong = names.includes(fresh) ? t('listTaken') : /^[a-z]\w{0,40}$/.test(fresh) ? null : t('listName');
  return (
    <Stack maw={820}>
      <Group align="flex-start">
        <Select
          label={t('chooseList')}
          data={(names.includes(name) || !name ? names : [...names, name]).map(listChoice)}
          value={name}
          onChange={(value) => value && value !== name && leave(() => onChoose(value))}
          searchable
          allowDeselect={false}
          flex="1 1 14rem"
        />
        <TextInput
          label={t('newListName')}
          value={fresh}
          onChange={(event) => setFresh(event.currentTarget.value)}
          error={fresh ? wrong : null}
          flex="1 1 12rem"
        />
        <Button
          variant="default"
          // Below the labels of the fields beside it, also where one shows an error.
          mt="1.55rem"
          disabled={wrong !== null}
          onClick={() =>
            leave(() => {
              onChoose(fresh);
              setFresh('');
            })
          }
        >
          {t('newList')}
        </Button>
      </Group>
      <Card withBorder>
        <Group mb="sm">
          <Text fw={600}>{listName(list.name)}</Text>
          {list.own ? <Badge variant="light">{t('changed')}</Badge> : null}
        </Group>
        <OptionForm key={list.name} list={list} />
      </Card>
    </Stack>
  );
};
