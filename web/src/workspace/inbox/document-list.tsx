/** The waiting documents as a list to choose from; several can be ticked. */
import { Checkbox } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { DateText } from '../../components/text/date-text.tsx';
import { FileName } from '../../components/text/file-name.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import type { Waiting } from './waiting.ts';

export const DocumentList = (props: {
  items: readonly Waiting[];
  current: number | undefined;
  ticked: ReadonlySet<number>;
  onTick: (id: number, on: boolean) => void;
  hrefOf: (id: number) => string;
  /** Documents have come onto the screen. */
  onSee: (ids: readonly number[]) => void;
}) => {
  const { items, current, ticked, onTick, hrefOf, onSee } = props;
  const { t } = useTranslation('inbox');
  const list = useRef<HTMLUListElement>(null);
  const ids = items.map(({ id }) => id).join();
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      const shown = entries.filter((one) => one.isIntersecting).map(({ target }) => target.getAttribute('data-id'));
      if (shown.length) onSee(shown.map(Number));
    });
    if (ids) for (const item of list.current?.children ?? []) observer.observe(item);
    return () => observer.disconnect();
  }, [ids, onSee]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row of the document that is shown
  useEffect(() => {
    list.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <ul ref={list} className="plain-list inbox-list" aria-label={t('title')}>
      {items.map((item) => (
        <li key={item.id} data-id={item.id} data-current={item.id === current || undefined}>
          <Checkbox
            aria-label={t('select', { name: item.name })}
            checked={ticked.has(item.id)}
            onChange={(event) => onTick(item.id, event.currentTarget.checked)}
          />
          <Link to={hrefOf(item.id)} aria-current={item.id === current ? 'true' : undefined}>
            <span className="inbox-name">
              <FileName name={item.name} />
              {item.proposals?.length ? (
                <IconStarFilled size={12} role="img" aria-label={t('hasProposal')} className="inbox-star" />
              ) : null}
            </span>
            <span className="short-values">
              {[item.betreff, item.absender].filter(Boolean).join(' · ')}{' '}
              <DateText value={item.insert_datum.replace(' ', 'T')} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
};
