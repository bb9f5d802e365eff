import { Card, Table, type TableProps, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * A table in a card that scrolls sideways inside itself where the window is narrow.
 * `label` names it for assistive technology; `head` are the column titles (an empty one gets no visible text);
 * `widths` are those of the columns, for tables that stand below one another.
 */
export const DataTable = (
  props: TableProps & {
    label: string;
    head: readonly ReactNode[];
    widths?: readonly string[];
    minWidth?: number;
    children: ReactNode;
  },
) => {
  const { t } = useTranslation();
  const { label, head, widths, minWidth = 640, children, ...rest } = props;
  return (
    <Card withBorder padding={0} radius="md">
      <Table.ScrollContainer
        minWidth={minWidth}
        scrollAreaProps={{
          offsetScrollbars: false,
          viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('scrollHint', { name: label }) },
        }}
      >
        <Table
          verticalSpacing="sm"
          horizontalSpacing="md"
          highlightOnHover
          aria-label={label}
          layout={widths ? 'fixed' : 'auto'}
          {...rest}
        >
          <Table.Thead>
            <Table.Tr>
              {head.map((title, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
                <Table.Th key={column} scope="col" w={widths?.[column]}>
                  {title || <VisuallyHidden>{t('actions')}</VisuallyHidden>}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{children}</Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
};
