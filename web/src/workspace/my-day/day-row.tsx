/** A row of the agenda: the record, its customer, its day. */
import { Anchor, Badge, Checkbox } from '@mantine/core';
import { IconAlertCircle, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from '../../router/link.tsx';

/** A link to a record, with its name. */
export interface NamedLink {
  readonly to: string;
  readonly name: string;
}

export interface DayRowProps {
  readonly rowKey: string;
  /** The keyboard reaches this row. */
  readonly current: boolean;
  readonly onEnter: () => void;
  readonly record: NamedLink;
  /** The customer that it belongs to. */
  readonly person: NamedLink | null;
  readonly phone: string | null;
  readonly detail: string;
  readonly late: boolean;
  /** Whether the task is done; null for other records, and where the user may not change it. */
  readonly done: { readonly is: boolean; readonly label: string; readonly turn: () => void } | null;
  /** A further action. */
  readonly action?: ReactNode;
}

export const DayRow = (props: DayRowProps) => {
  const { rowKey, current, onEnter, record, person, phone, detail, late, done, action } = props;
  const tabIndex = current ? 0 : -1;
  return (
    <li data-row={rowKey} data-done={done?.is || undefined} onFocus={onEnter}>
      {done ? (
        <Checkbox radius="xl" checked={done.is} onChange={done.turn} aria-label={done.label} tabIndex={tabIndex} />
      ) : null}
      <div className="day-text">
        <Link className="row-link" to={record.to} tabIndex={tabIndex}>
          {record.name}
        </Link>
        {person || phone ? (
          <span className="short-values">
            {person ? (
              <Anchor component={Link} to={person.to} inherit tabIndex={tabIndex}>
                {person.name}
              </Anchor>
            ) : null}
            {phone ? (
              <Anchor href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} inherit tabIndex={tabIndex} className="day-phone">
                <IconPhone size={14} stroke={1.6} aria-hidden />
                {phone}
              </Anchor>
            ) : null}
          </span>
        ) : null}
      </div>
      <div className="day-side">
        {late && !done?.is ? (
          <Badge
            variant="light"
            color="red"
            radius="sm"
            tt="none"
            leftSection={<IconAlertCircle size={12} aria-hidden />}
          >
            {detail}
          </Badge>
        ) : (
          <span>{detail}</span>
        )}
        {action}
      </div>
    </li>
  );
};
