/** A relation of a customer: to a known person or a new one; changes its type or removes it. */
import { Button, Checkbox, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Row, readV3, sendV3 } from '../../api/v3.ts';
import { FormModal } from '../../components/form/form-modal.tsx';
import { Select } from '../../components/select/select.tsx';
import { ServerSelect } from '../../components/select/server-select.tsx';
import { notifyError } from '../../hooks/notify.ts';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import {
  HOUSEHOLD_MEMBER,
  relate,
  relationTypesQuery,
  reverseName,
  typesFor,
  unrelate,
  useSayDone,
} from '../schema/relations.ts';
import { schemaQuery } from '../schema/schema-query.ts';
import type { Section } from '../schema/section.ts';
import { useRecordSearch } from '../search/use-record-search.ts';
import { bodyOf, type Values } from './field-values.ts';
import { COPIED, textOfAddress } from './household.tsx';
import { FieldInput } from './input.tsx';

/** Fields of a new person. */
const PERSON = ['anrede', 'vorname', 'name', 'geb'] as const;

export interface RelationGiven {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly section: Section;
  /** The customer, with the addresses. */
  readonly customer: Row;
  /** The relation that is changed, as it is listed. */
  readonly relation?: Row | null;
  /** The other customer, where it is known. */
  readonly other?: { readonly kid: number; readonly name: string } | null;
}

const numberOf = (value: unknown): number => Number(String(value).replace('customers/', ''));

/** Removes a relation with the way back. */
const useRemoval = (kid: number, relation: Row | null, onClose: () => void) => {
  const { t } = useTranslation('records');
  const client = useQueryClient();
  const sayDone = useSayDone();
  if (!relation) return null;
  const { id, kid_beziehung: other, beziehung: type } = relation;
  return async () => {
    try {
      await unrelate(kid, Number(id));
      onClose();
      sayDone(
        () => t('relation.removed'),
        () => relate(kid, Number(other), Number(type)),
      );
      await client.invalidateQueries({ queryKey: ['v3'] });
    } catch (error) {
      notifyError(error);
    }
  };
};

export const RelationForm = (props: RelationGiven) => {
  const { opened, onClose, section, customer, relation = null, other = null } = props;
  const { t, language } = useTranslation('records');
  const { t: common } = useTranslation();
  const kid = Number(customer.kid);
  const types = useQuery(relationTypesQuery);
  const { data: schema } = useQuery(schemaQuery(section));
  const people = useRecordSearch(({ path }) => path === section.path);
  const sayDone = useSayDone();
  const remove = useRemoval(kid, relation, onClose);
  const known = relation ? (relation.contact as { kid: number; name: string | null }) : other;
  const [address] = (customer.addresses ?? []) as readonly Row[];
  const fields = PERSON.flatMap((name) => schema?.fields.get(name) ?? []);
  const type = relation?.beziehung ?? (other ? HOUSEHOLD_MEMBER : '');
  const form = useForm<Values>({
    initialValues: {
      ...{ other: known ? `customers/${known.kid}` : '', type: String(type), fresh: false, address: true },
      ...{ anrede: '', vorname: '', name: String(customer.name ?? ''), geb: '' },
    },
    validate: (values) => ({
      ...(values.type ? {} : { type: common('missing') }),
      ...(values.fresh || values.other ? {} : { other: common('missing') }),
      ...(values.fresh && !values.name ? { name: common('missing') } : {}),
    }),
  });
  const { fresh, other: chosen } = form.values;
  // A repeated attempt makes no second person.
  const made = useRef<number | null>(null);
  const makePerson = async (values: Values): Promise<number> => {
    const body = bodyOf(fields, values, language, true);
    made.current ??= Number((await sendV3('POST', '/customers', body)).kid);
    if (values.address && address)
      await sendV3(
        'POST',
        `/customers/${made.current}/addresses`,
        Object.fromEntries(COPIED.map((name) => [name, address[name] ?? null])),
      );
    return made.current;
  };
  const save = useSave({
    form,
    fieldOfCode: { duplicate_relation: 'type', target_not_found: 'other', self_relationship: 'other' },
    send: async (values: Values) => {
      const isNew = values.fresh === true;
      const person = isNew ? await makePerson(values) : numberOf(values.other);
      const to = Number(values.type);
      if (relation && to === relation.beziehung) return;
      const id = await relate(kid, person, to);
      if (relation) await unrelate(kid, Number(relation.id));
      sayDone(
        () => t(relation ? 'relation.changed' : 'relation.made'),
        async () => {
          await unrelate(kid, id);
          if (relation) await relate(kid, person, Number(relation.beziehung));
          if (isNew) await sendV3('DELETE', `/customers/${person}`);
        },
      );
    },
    refresh: [['v3']],
    done: onClose,
  });
  const otherId = fresh || !chosen ? null : numberOf(chosen);
  const person = useQuery({
    queryKey: ['v3', section.path, 'salutation', otherId],
    queryFn: () => readV3<Row>(`/customers/${otherId}`),
    enabled: otherId !== null,
    staleTime: 60_000,
  });
  const anrede = fresh ? form.values.anrede : person.data?.anrede;
  const groups = types.data ? typesFor(types.data, anrede) : [];
  // A stored type stays in the list, also where another one fits the person better.
  const current = types.data?.items.find(({ id }) => String(id) === form.values.type);
  const isListed = groups.some(({ items }) => items.some(({ value }) => value === form.values.type));
  const data =
    current && !isListed
      ? [{ group: t('relation.type'), items: [{ value: String(current.id), label: current.name }] }, ...groups]
      : groups;
  const reverse = current && types.data ? reverseName(types.data, current.id, customer.anrede) : null;
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={t('relation.title')}
      {...(known ? { text: known.name ?? String(known.kid) } : {})}
      submit={common(relation ? 'save' : 'create')}
      form={form}
      save={save}
    >
      {known ? null : (
        <>
          {fresh ? null : (
            <ServerSelect
              label={t('relation.person')}
              required
              data-autofocus
              queryKey={people.queryKey}
              load={people.load}
              {...form.getInputProps('other')}
              value={String(chosen) || null}
              onChange={(to) => form.setFieldValue('other', to ?? '')}
            />
          )}
          <Checkbox label={t('relation.fresh')} {...form.getInputProps('fresh', { type: 'checkbox' })} />
          {fresh ? fields.map((field) => <FieldInput key={field.name} field={field} form={form} />) : null}
          {fresh && address ? (
            <Checkbox
              label={t('relation.address')}
              description={textOfAddress(address)}
              {...form.getInputProps('address', { type: 'checkbox' })}
            />
          ) : null}
        </>
      )}
      <Select
        label={t('relation.type')}
        required
        searchable
        data={data}
        {...form.getInputProps('type')}
        value={String(form.values.type) || null}
        onChange={(to) => form.setFieldValue('type', to ?? '')}
      />
      {reverse ? (
        <Text size="sm" c="dimmed" role="status">
          {t('relation.reverse', { name: [customer.vorname, customer.name].filter(Boolean).join(' '), reverse })}
        </Text>
      ) : null}
      {remove ? (
        <Button variant="subtle" color="red" onClick={remove} style={{ alignSelf: 'flex-start' }}>
          {t('relation.remove')}
        </Button>
      ) : null}
    </FormModal>
  );
};
