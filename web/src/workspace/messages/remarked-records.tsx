/** Records by name, each with a remark and a button. */
import { Anchor } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Row, readV3 } from '../../api/v3.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { schemaQuery } from '../schema/schema-query.ts';
import type { Section } from '../schema/section.ts';
import { useContextOf } from '../schema/shown.ts';
import { titleOf } from '../schema/title.ts';

/** Records that are listed. */
const LISTED = 20;

/** A record with a remark. */
interface Remarked {
  readonly id: number;
  readonly remark?: ReactNode;
  /** A button for it. @param name of the record */
  readonly act?: (name: string) => ReactNode;
}

export const RemarkedRecords = ({ section, items }: { section: Section; items: readonly Remarked[] }) => {
  const { t } = useTranslation('selection');
  const shown = items.slice(0, LISTED);
  const context = useContextOf();
  const { data: schema } = useQuery(schemaQuery(section));
  const rows = useQueries({
    queries: shown.map(({ id }) => ({
      queryKey: ['v3', section.path, 'of-letter', id],
      queryFn: () => readV3<Row>(`/${section.path}/${id}`),
      retry: false,
    })),
  });
  return (
    <ul className="run-failures">
      {shown.map(({ id, remark, act }, at) => {
        const row = rows[at]?.data;
        const name = row && schema ? titleOf(section, schema, row, context) : t('numbered', { number: id });
        return (
          <li key={id}>
            <Anchor component={Link} to={`/${section.path}/${id}`}>
              {name}
            </Anchor>
            {remark ? <>: {remark}</> : null}
            {act?.(name)}
          </li>
        );
      })}
      {items.length > LISTED ? <li>{t('more', { count: items.length - LISTED })}</li> : null}
    </ul>
  );
};
