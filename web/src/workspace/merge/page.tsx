/** Merges two customers (`/customers/8/merge?slave_kid=21`): both side by side, with the result before it is final. */
import { Button, Checkbox, Group, Switch, Text } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isMissing, type Row, sendV3 } from '../../api/v3.ts';
import { ConfirmModal } from '../../components/dialog/confirm-button.tsx';
import { ErrorBox, LoadingRows } from '../../components/feedback/query-state.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { notifyError, notifyWith } from '../../hooks/notify.ts';
import { numberTo, useSearchParams } from '../../hooks/use-search-params.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { navigate } from '../../router/router.ts';
import { RecordSelect } from '../forms/record-select.tsx';
import { Block } from '../schema/facts.tsx';
import { NoRight } from '../schema/no-right.tsx';
import type { Field } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import { type Address, SectionPage } from '../schema/section-page.tsx';
import { titleOfSection, useSections } from '../schema/sections.ts';
import { useContextOf } from '../schema/shown.ts';
import { titleOf } from '../schema/title.ts';
import { useRecord } from '../schema/use-record.ts';
import { useUnmerge } from '../schema/use-removal.ts';
import { type Compared, comparedFields, type Doubled, doubledRows } from './merged.ts';

const PARAMS = { slave_kid: numberTo(Number.MAX_SAFE_INTEGER) };

const CUSTOMER: Omit<Field, 'label'> = {
  name: 'slave_kid',
  kind: 'reference',
  format: null,
  options: null,
  references: ['customers'],
  required: true,
  readOnly: false,
  fixed: false,
  default: null,
  max: null,
  filters: [],
  sortable: false,
};

/** One of the two customers, with its name. */
const useCustomer = (section: Section, id: number) => {
  const shown = useRecord(section, id);
  const context = useContextOf(shown.names);
  const { schema, row } = shown;
  return { ...shown, context, title: row && schema ? titleOf(section, schema, row, context) : '' };
};

/** Whether a value can be taken from the other customer: not its number. */
const canTake = ({ name, fixed }: Field): boolean => !fixed && name !== 'kid' && name !== 'id';

const CompareTable = (props: {
  rows: readonly Compared[];
  master: string;
  slave: string;
  label: string;
  /** Fields whose value is taken from the other customer. */
  taken?: ReadonlySet<string>;
  onTake?: (field: string) => void;
}) => {
  const { t } = useTranslation('merge');
  const { rows, master, slave, label, taken, onTake } = props;
  if (!rows.length) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard
    <section className="merge-scroll" aria-label={label} tabIndex={0}>
      <table className="table framed merge">
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('stays', { name: master })}</th>
            <th scope="col">{t('goes', { name: slave })}</th>
            <th scope="col">{t('result')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ field, filled, ...one }) => (
            <tr key={field.name}>
              <th scope="row">{field.label}</th>
              <td>{one.master}</td>
              <td>
                {onTake && one.slave && !filled && canTake(field) ? (
                  <Checkbox
                    label={one.slave}
                    aria-label={t('takeOf', { field: field.label, value: one.slave })}
                    checked={taken?.has(field.name) ?? false}
                    onChange={() => onTake(field.name)}
                  />
                ) : (
                  one.slave
                )}
              </td>
              <td>{filled || taken?.has(field.name) ? `← ${one.slave}` : one.master}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

/** The lists of the other customer that move, with their numbers. */
const Moved = ({ counts }: { counts: Readonly<Record<string, number>> }) => {
  const { t } = useTranslation('merge');
  const { data: sections = [] } = useSections();
  const named = (path: string): string => {
    const section = sections.find((one) => one.path === path);
    return section ? titleOfSection(section) : nameOf('records:tabs', path, nameOf('records:parts', path));
  };
  const moved = Object.entries(counts).filter(([, count]) => count > 0);
  return (
    <Block title={t('moved')}>
      <Text size="sm">{moved.map(([path, count]) => `${named(path)} ${count}`).join(', ') || t('nothingMoved')}</Text>
    </Block>
  );
};

const Doubles = (props: { rows: readonly Doubled[]; left: ReadonlySet<number>; onTick: (id: number) => void }) => {
  const { t } = useTranslation('merge');
  const { rows, left, onTick } = props;
  if (!rows.length) return null;
  return (
    <Block title={t('doubled')}>
      {rows.map(({ part, id, text }) => (
        <Checkbox
          key={`${part.path}/${id}`}
          mb={6}
          label={`${nameOf('records:parts', part.path)}: ${text}`}
          checked={!left.has(id)}
          onChange={() => onTick(id)}
        />
      ))}
    </Block>
  );
};

const toggled = <T,>(set: ReadonlySet<T>, one: T): ReadonlySet<T> =>
  new Set(set.has(one) ? [...set].filter((other) => other !== one) : [...set, one]);

const Preview = ({ section, id, slave }: { section: Section; id: number; slave: number }) => {
  const { t } = useTranslation('merge');
  const { t: common } = useTranslation();
  const { t: records } = useTranslation('records');
  const client = useQueryClient();
  const unmerge = useUnmerge();
  const stays = useCustomer(section, id);
  const goes = useCustomer(section, slave);
  const [fills, setFills] = useState(true);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState(false);
  const error = stays.query.error ?? goes.query.error;
  if (error && isMissing(error)) return <Text role="alert">{t('missing')}</Text>;
  if (error) return <ErrorBox error={error} retry={() => Promise.all([stays.query.refetch(), goes.query.refetch()])} />;
  if (!stays.row || !goes.row || !stays.schema) return <LoadingRows rows={6} />;
  const rows = comparedFields(stays.schema, [stays.row, goes.row], [stays.context, goes.context], fills);
  const differing = rows.filter((one) => one.master !== one.slave);
  const same = rows.filter((one) => one.master === one.slave);
  const doubled = doubledRows(section, stays.row, goes.row);
  const names = { master: stays.title, slave: goes.title };
  const merge = async () => {
    const mode = fills ? 'enrich_master' : 'master_wins';
    const chosen = rows.filter(({ field, filled }) => taken.has(field.name) && !filled);
    const drop = doubled
      .filter((one) => !left.has(one.id))
      .map(({ part, id: row }) => ({ section: part.path, id: row }));
    await sendV3('POST', `/${section.path}/${id}/merge`, { slave_kid: slave, mode, drop });
    const take = async (from: Row | null | undefined) => {
      const values = Object.fromEntries(chosen.map(({ field }) => [field.name, from?.[field.name] ?? null]));
      if (chosen.length) await sendV3('PATCH', `/${section.path}/${id}`, values).catch(notifyError);
    };
    await take(goes.row);
    const undo = async () => {
      await take(stays.row);
      await unmerge(id, slave);
    };
    notifyWith(() => t('done', names), { name: () => records('undo'), run: () => void undo() });
    navigate(`/${section.path}/${id}`, { replace: true });
    await client.invalidateQueries({ queryKey: ['v3'] });
  };
  const tick = (row: number) => setLeft(toggled(left, row));
  return (
    <>
      <Group my="sm">
        <Switch label={t('fill')} checked={fills} onChange={(event) => setFills(event.currentTarget.checked)} />
        <Button
          variant="default"
          component={Link}
          to={`/${section.path}/${slave}/merge?slave_kid=${id}`}
          leftSection={<IconArrowsExchange size={16} aria-hidden />}
        >
          {t('swap')}
        </Button>
      </Group>
      <CompareTable
        rows={differing}
        {...names}
        label={t('differing')}
        taken={taken}
        onTake={(field) => setTaken(toggled(taken, field))}
      />
      {same.length ? (
        <details className="form-group">
          <summary>{t('equal', { count: same.length })}</summary>
          <CompareTable rows={same} {...names} label={t('equal', { count: same.length })} />
        </details>
      ) : null}
      <Moved counts={goes.counts ?? {}} />
      <Doubles rows={doubled} left={left} onTick={tick} />
      <Group justify="flex-end" className="form-foot">
        <Button variant="default" component={Link} to={`/${section.path}/${id}`}>
          {common('cancel')}
        </Button>
        <Button onClick={() => setAsked(true)}>{t('merge')}</Button>
      </Group>
      <ConfirmModal
        opened={asked}
        onClose={() => setAsked(false)}
        title={t('question', names)}
        text={t('final')}
        confirm={t('confirm')}
        run={merge}
      />
    </>
  );
};

const Merge = ({ section, id }: Address) => {
  const { t } = useTranslation('merge');
  const [params, change] = useSearchParams(PARAMS);
  const slave = Number(params.slave_kid || 0);
  return (
    <div className="record">
      <PageTitle title={t('title')} />
      <RecordSelect
        field={{ ...CUSTOMER, label: t('other') }}
        value={params.slave_kid}
        onChange={(to) => change({ slave_kid: to })}
        required
        error={slave === id ? t('sameCustomer') : null}
      />
      {slave && slave !== id ? <Preview key={slave} section={section} id={id} slave={slave} /> : null}
    </div>
  );
};

export default function MergePage() {
  const { t } = useTranslation('merge');
  return (
    <SectionPage>
      {(address) =>
        address.section.can.includes('write') ? (
          <Merge key={address.id} {...address} />
        ) : (
          <PageTitle title={t('title')} description={<NoRight />} />
        )
      }
    </SectionPage>
  );
}
