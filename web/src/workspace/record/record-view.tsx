/** A record: its head, the tabs of its sub-resources, and the selected one. */
import { Anchor, Group, Title } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef } from 'react';
import type { Row } from '../../api/v3.ts';
import { isMissing } from '../../api/v3.ts';
import { NotFound } from '../../components/feedback/page-fallbacks.tsx';
import { ErrorBox, LoadingRows } from '../../components/feedback/query-state.tsx';
import { Count } from '../../components/text/count.tsx';
import { TitleParts } from '../../components/text/title-parts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { preload, preloadLater } from '../../router/preload.ts';
import { useSearch } from '../../router/use-router.ts';
import { FileView } from '../documents/file-view.tsx';
import { useFolderChoice } from '../documents/folder-choice.ts';
import { foldersOf } from '../documents/folders.tsx';
import { UploadPlace } from '../documents/upload.tsx';
import { NewButton } from '../forms/new-button.tsx';
import { RecordList } from '../lists/list.tsx';
import { ACTIVITIES } from '../schema/activity.ts';
import { DEADLINE, PREMIUM } from '../schema/deadline.ts';
import { parentField } from '../schema/new-of.ts';
import { columnField, columnValue, type Schema } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import type { Address } from '../schema/section-page.tsx';
import { titleOfSection } from '../schema/sections.ts';
import { type Context, useContextOf, yearsSince } from '../schema/shown.ts';
import { titleOf } from '../schema/title.ts';
import { useRecord } from '../schema/use-record.ts';
import { Chip, isState, RowValue, Value } from '../schema/value.tsx';
import { Annotated } from './annotations.tsx';
import { DeadlineHead } from './deadline-head.tsx';
import { EditableFacts } from './editable-facts.tsx';
import { Gone } from './gone.tsx';
import { HouseholdBlock } from './household-block.tsx';
import { NextTask } from './next-task.tsx';
import { Parts } from './parts.tsx';
import { PremiumHead } from './premium-head.tsx';
import { PrivacyButton, RecordActions } from './record-actions.tsx';
import { ShortList } from './related.tsx';
import { Steps } from './steps.tsx';
import { overviewLists, tabsOf } from './tabs.ts';

const RecordHistory = lazy(() => import('./history.tsx'));
const GdvData = lazy(() => import('./gdv-data.tsx'));
const loadForm = () => import('../forms/record-form.tsx');
const EditRecord = lazy(loadForm);
preloadLater(loadForm);

interface Shown {
  readonly section: Section;
  readonly schema: Schema;
  readonly row: Row;
  readonly context: Context;
}

/** Values in the head of a record: select values as chips, all others with their label. */
const HeadFacts = ({ section, schema, row, context }: Shown) => {
  const facts = [...section.layout.head, PREMIUM, DEADLINE].flatMap((name) => {
    const field = columnField(schema, name);
    const value = columnValue(schema, row, name);
    return field && value !== undefined && value !== null && value !== '' ? [{ name, field, value }] : [];
  });
  return (
    <Group gap="xs" className="head-facts">
      {facts
        .filter(({ field }) => field.kind === 'select')
        .map(({ name, field, value }) =>
          isState(field) ? (
            <Value key={name} field={field} value={value} context={context} />
          ) : (
            <Chip key={name} text={field.options?.find((one) => one.value === value)?.display ?? String(value)} />
          ),
        )}
      {facts
        .filter(({ field }) => field.kind !== 'select')
        .map(({ name, field, value }) => (
          <span key={name} title={field.label}>
            <span className="head-label">{field.label}</span>{' '}
            {name.includes('.') ? (
              <Value field={field} value={value} context={context} />
            ) : (
              <RowValue field={field} fields={schema.fields} row={row} context={context} />
            )}
            {name === 'geb' ? ` (${yearsSince(String(value))})` : null}
          </span>
        ))}
    </Group>
  );
};

const Tabs = (
  props: Address & { tab: string; title: string; counts: Readonly<Record<string, number>> | undefined },
) => {
  const { section, sections, id, tab, title, counts } = props;
  const { t } = useTranslation('records');
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab is read from the page
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [tab]);
  return (
    <nav ref={row} className="tabs" aria-label={t('tabsOf', { title })}>
      {tabsOf(section, sections).map(({ path, name }) => {
        const count = counts?.[path];
        return (
          <Link
            key={path}
            to={`/${section.path}/${id}${path ? `/${path}` : ''}`}
            aria-current={path === tab ? 'page' : undefined}
          >
            {name}
            {count === undefined ? null : <Count>{count}</Count>}
          </Link>
        );
      })}
    </nav>
  );
};

const Overview = (props: { shown: Shown; sections: readonly Section[]; id: number; linked: boolean }) => {
  const { shown, sections, id } = props;
  const { section } = shown;
  const lists = overviewLists(section, sections, shown.row);
  // A list of activities names the records of the links.
  const linked = props.linked && !lists.some((one) => one.section.path === ACTIVITIES);
  const facts = (
    <>
      <Steps section={section} schema={shown.schema} row={shown.row} />
      <Parts {...shown}>
        <HouseholdBlock section={section} row={shown.row} />
      </Parts>
      {linked ? <Annotated section={section} id={id} row={shown.row} what="links" block /> : null}
      <EditableFacts {...shown} />
    </>
  );
  if (section.content)
    return (
      <div className="overview">
        <FileView path={`/${section.path}/${id}`} row={shown.row} />
        <div>{facts}</div>
      </div>
    );
  if (!lists.length) return <div className="fact-columns">{facts}</div>;
  return (
    <div className="overview">
      <div>
        {lists.map((one) => (
          <ShortList key={one.path} {...one} without="kid" />
        ))}
        {section.annotations.includes('comments') ? (
          <Annotated section={section} id={id} row={shown.row} what="comments" block />
        ) : null}
      </div>
      <div>{facts}</div>
    </div>
  );
};

const Body = (props: {
  shown: Shown;
  sections: readonly Section[];
  id: number;
  tab: string;
  /** Whether the record has links. */
  linked: boolean;
}) => {
  const { shown, sections, id, tab, linked } = props;
  const { section } = shown;
  if (!tab) return <Overview {...{ shown, sections, id, linked }} />;
  if (tab === 'details')
    return (
      <div className="fact-columns">
        <EditableFacts {...shown} all />
        <Parts {...shown} all />
      </div>
    );
  const child = section.children.includes(tab) ? sections.find((one) => one.path === tab) : undefined;
  if (child) {
    const parent = parentField(child, section);
    const path = `/${section.path}/${id}/${tab}`;
    const list = (
      <RecordList
        key={tab}
        section={child}
        path={path}
        without={parent}
        {...(child.content ? { further: foldersOf(child, path) } : {})}
        actions={<NewButton section={child} given={{ [parent]: id }} small />}
      />
    );
    return child.content && child.can.includes('write') ? <UploadPlace path={path}>{list}</UploadPlace> : list;
  }
  if (tab === 'history')
    return (
      <Suspense fallback={<LoadingRows rows={6} />}>
        <RecordHistory section={section} schema={shown.schema} id={id} />
      </Suspense>
    );
  if (tab === 'gdv' && section.path === 'contracts')
    return (
      <Suspense fallback={<LoadingRows rows={6} />}>
        <GdvData id={id} />
      </Suspense>
    );
  if (tabsOf(section, sections).some(({ path }) => path === tab))
    return <Annotated section={section} id={id} row={shown.row} what={tab} />;
  return <NotFound />;
};

export const RecordView = (address: Address & { tab: string }) => {
  const { section, sections, id, tab } = address;
  const { t: common } = useTranslation();
  const { query, schema: read, row, names, counts } = useRecord(section, id);
  const schema = useFolderChoice(section, read, row, names);
  const context = useContextOf(names);
  const title = row && schema ? titleOf(section, schema, row, context) : '';
  useEffect(preload, []);
  useEffect(() => {
    if (title) document.title = `${title} · ${common('product')}`;
  }, [title, common]);
  const [params] = useSearch();
  const writes = section.can.includes('write');
  const back = `/${section.path}`;
  const edits = writes && params.has('edit');
  // An open form stays, also when others have deleted the record.
  const error = edits && row ? null : query.error;
  if (error && isMissing(error)) return <Gone section={section} id={id} error={error} />;
  if (error) return <ErrorBox error={error} retry={() => query.refetch()} />;
  if (!row || !schema) return <LoadingRows rows={8} />;
  const shown = { section, schema, row, context };
  return (
    <div className="record">
      <Anchor component={Link} to={back} size="sm">
        ‹ {titleOfSection(section)}
      </Anchor>
      <Group justify="space-between" align="flex-start" gap="xs">
        <Title order={1} size="h2" className="break-anywhere" flex="1 1 16rem">
          <TitleParts title={title} />
        </Title>
        {writes && !edits ? <RecordActions section={section} id={id} title={title} row={row} /> : null}
        {writes ? null : <PrivacyButton section={section} id={id} />}
      </Group>
      {edits ? (
        <Suspense fallback={<LoadingRows rows={6} />}>
          <EditRecord section={section} id={id} names={names} />
        </Suspense>
      ) : (
        <>
          <HeadFacts {...shown} />
          <DeadlineHead section={section} sections={sections} row={row} title={title} context={context} />
          <PremiumHead section={section} sections={sections} id={id} />
          <NextTask section={section} sections={sections} id={id} />
          <Tabs {...address} title={title} counts={counts} />
          <Body shown={shown} sections={sections} id={id} tab={tab} linked={(counts?.links ?? 0) > 0} />
        </>
      )}
    </div>
  );
};
