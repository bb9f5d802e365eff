/** Records that hang on another one, as a short list in a block. */
import { ActionIcon, Anchor, Group, Skeleton, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { type Row, readV3 } from '../../api/v3.ts';
import { ErrorBox } from '../../components/feedback/query-state.tsx';
import { TitleParts } from '../../components/text/title-parts.tsx';
import { useLocalized, useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { type Column, columnsOf, usualColumns } from '../schema/columns.ts';
import { Block } from '../schema/facts.tsx';
import { newAddress, newOf } from '../schema/new-of.ts';
import { type Schema, schemaOf } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import { idOf, titleFields, titleOfSection } from '../schema/sections.ts';
import { type Context, isNumeric, textOf, useContextOf } from '../schema/shown.ts';
import { titleOf } from '../schema/title.ts';
import { isState, Value } from '../schema/value.tsx';

/** Files that are shown as a small picture. */
const isImage = (name: string): boolean => /\.(jpe?g|png|gif|webp)$/i.test(name);

/** Maximum rows of a list that is shown together with others. */
const FEW = 6;
/** Values of a row in addition to its title. */
const VALUES = 4;

/** A record: its name, and values in columns. */
const ShortRow = (props: {
  section: Section;
  schema: Schema;
  row: Row;
  columns: readonly Column[];
  context: Context;
}) => {
  const { section, schema, row, columns, context } = props;
  const id = idOf(section, row);
  const name = titleOf(section, schema, row, context, 'spoken');
  return (
    <li className="columns">
      <Link className="row-link" to={`/${section.path}/${id}`}>
        {section.content && isImage(name) ? (
          <img className="thumbnail" loading="lazy" alt="" src={`/v3/${section.path}/${id}/content`} />
        ) : null}
        <TitleParts title={name} />
      </Link>
      {columns.map(({ name: column, field }) => {
        const text = textOf(field, row[column], context);
        return (
          <span key={column} className={isNumeric(field) ? 'end' : undefined} data-kind={field.kind} title={text}>
            {text && isState(field) ? <Value field={field} value={row[column]} context={context} /> : text}
          </span>
        );
      })}
    </li>
  );
};

/**
 * The first records of a list.
 * @param to the page of the whole list
 */
export const ShortList = (props: {
  section: Section;
  path: string;
  to: string;
  without?: string;
  /** Values of a new record of the list. */
  given?: Readonly<Record<string, number>>;
}) => {
  const { section, path, to, without = '', given = {} } = props;
  const { t } = useTranslation('records');
  const call = { sort: section.layout.sort, limit: FEW, with_schema: true, with_names: true };
  const query = useQuery({
    queryKey: ['v3', section.path, 'list', path, call],
    queryFn: () => readV3(path, call),
    staleTime: 30_000,
  });
  const { data, error } = query;
  const schema = useLocalized(() => (data ? schemaOf(section.path, data) : undefined), [section.path, data]);
  const context = useContextOf(data?.names);
  const title = titleOfSection(section);
  const body = () => {
    if (error) return <ErrorBox error={error} retry={() => query.refetch()} />;
    if (!data || !schema) return <Skeleton height={64} />;
    if (!data.items.length)
      return (
        <Text size="sm" c="dimmed">
          {t('none')}
        </Text>
      );
    const titles = titleFields(section);
    const columns = columnsOf(section, schema, usualColumns(section, schema), without)
      .filter(({ name, title: leads }) => !leads && !titles.includes(name) && !name.includes('.'))
      .filter(({ name, field }) => data.items.some((row) => textOf(field, row[name], context)))
      .slice(0, VALUES);
    return (
      <ul className="short-rows" style={{ '--columns': columns.length } as CSSProperties}>
        {data.items.map((row) => (
          <ShortRow key={idOf(section, row)} {...{ section, schema, row, columns, context }} />
        ))}
      </ul>
    );
  };
  const all = data && data.total > data.items.length;
  return (
    <Block
      title={data ? `${title} ${data.total}` : title}
      actions={
        <Group gap="xs">
          <Anchor component={Link} to={to} size="sm" aria-label={t('showAll', { title })}>
            {all ? t('more', { count: data.total - data.items.length }) : t('all')}
          </Anchor>
          {section.can.includes('write') ? (
            // Files are added where they are listed.
            <ActionIcon
              component={Link}
              to={section.content ? to : newAddress(section, given)}
              variant="subtle"
              aria-label={section.content ? t('chooseFiles') : newOf(section)}
            >
              <IconPlus size={16} aria-hidden />
            </ActionIcon>
          ) : null}
        </Group>
      }
    >
      {body()}
    </Block>
  );
};
