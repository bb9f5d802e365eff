/** The inbox (`/inbox`): each waiting document with its preview and the records that it may belong to. */
import { ActionIcon, Anchor, Group, Pagination, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { ConfirmModal } from '../../components/dialog/confirm-button.tsx';
import { EmptyState, ErrorBox, LoadingRows } from '../../components/feedback/query-state.tsx';
import { formatBytes } from '../../components/text/format-bytes.ts';
import { PageTitle } from '../../components/text/page-title.tsx';
import { useKeys } from '../../hooks/keys.ts';
import { useDownload } from '../../hooks/use-download.ts';
import { numberTo, useSearchParams } from '../../hooks/use-search-params.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { UploadPlace } from '../documents/upload.tsx';
import { NoRight } from '../schema/no-right.tsx';
import { AssignForm, type Assignment, choiceOfKey, firstChoice } from './assign-form.tsx';
import { DocumentList } from './document-list.tsx';
import { typeOf } from './file-type.ts';
import { contentOf, Preview } from './preview.tsx';
import { useInbox } from './use-inbox.ts';
import { INBOX, INBOX_SCOPE, type Waiting } from './waiting.ts';

const PARAMS = { id: numberTo(Number.MAX_SAFE_INTEGER), page: numberTo(1_000_000) };

/** The keyboard continues at the button that accepts, or at the search where nothing is proposed. */
const useFocusOn = (item: Waiting | undefined) => {
  const accept = useRef<HTMLButtonElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const id = item?.id;
  const proposes = item?.proposals ? item.proposals.length > 0 : null;
  useEffect(() => {
    if (id === undefined || proposes === null) return;
    // After the frame, which focuses the page.
    const timer = setTimeout(() => (proposes ? accept : search).current?.focus({ preventScroll: true }));
    return () => clearTimeout(timer);
  }, [id, proposes]);
  return { accept, search };
};

const DocumentHead = (props: { item: Waiting; at: number; count: number; go: (by: number) => void }) => {
  const { item, at, count, go } = props;
  const { t, language } = useTranslation('inbox');
  const download = useDownload();
  return (
    <div className="inbox-head">
      <h2 className="break-anywhere">{item.name}</h2>
      <Text size="sm" c="dimmed" className="break-anywhere">
        {[item.betreff, item.absender, t(`type.${typeOf(item.extension)}`), formatBytes(item.size, language)]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <Group gap="xs">
        <ActionIcon variant="default" aria-label={t('previous')} disabled={at === 0} onClick={() => go(-1)}>
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <Text size="sm" role="status">
          {t('place', { at: at + 1, count })}
        </Text>
        <ActionIcon variant="default" aria-label={t('next')} disabled={at === count - 1} onClick={() => go(1)}>
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
        <Anchor size="sm" href={contentOf(item)} download={item.name} {...download}>
          {t('download')}
        </Anchor>
      </Group>
    </div>
  );
};

const Inbox = () => {
  const { t } = useTranslation('inbox');
  const [params, change] = useSearchParams(PARAMS);
  const page = Number(params.page || 1);
  const { query, items, total, size, leave, see } = useInbox(page, params.id, (ids) =>
    change({ id: String(ids[0] ?? '') }),
  );
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [asked, setAsked] = useState(false);
  const [choices, setChoices] = useState<ReadonlyMap<number, string>>(new Map());
  const at = Math.max(
    0,
    items.findIndex(({ id }) => String(id) === params.id),
  );
  const item = items[at];
  const next = items[at + 1];
  const focus = useFocusOn(item);
  const go = (by: number) => {
    const to = items[at + by];
    if (to) change({ id: String(to.id) });
  };
  const choose = (key: string) => item && setChoices(new Map(choices).set(item.id, key));
  const chosen = item ? (choices.get(item.id) ?? firstChoice(item)) : '';
  const byKey = (key: string) => () => {
    const choice = item && choiceOfKey(item, key);
    if (!choice) return;
    choose(choice);
    setTimeout(() => (key === 's' ? focus.search : focus.accept).current?.focus());
  };
  useKeys({
    ArrowDown: () => go(1),
    ArrowUp: () => go(-1),
    Delete: () => item && setAsked(true),
    ...Object.fromEntries(['1', '2', '3', 's'].map((key) => [key, byKey(key)])),
  });
  if (query.error && !query.data) return <ErrorBox error={query.error} retry={() => query.refetch()} />;
  if (!query.data) return <LoadingRows rows={8} />;
  const ids = items.filter(({ id }) => ticked.has(id)).map(({ id }) => id);
  const meant = ids.length || !item ? ids : [item.id];
  /** The next document is shown at once. */
  const moveOn = () => {
    const following =
      items.slice(at).find(({ id }) => !meant.includes(id)) ?? items.find(({ id }) => !meant.includes(id));
    setTicked(new Set());
    change({ id: following ? String(following.id) : '' });
  };
  const accept = (assignment: Assignment, record: string) => {
    const [only] = items.filter(({ id }) => id === meant[0]);
    leave(meant, 'assign', assignment, () =>
      meant.length === 1
        ? t('assigned', { name: only?.name ?? '', record })
        : t('assignedSeveral', { count: meant.length, record }),
    );
    moveOn();
  };
  const discard = async () => {
    leave(meant, 'discard', {}, () => t('discardedSeveral', { count: meant.length }));
    moveOn();
  };
  const hrefOf = (id: number) => `/inbox?id=${id}${page > 1 ? `&page=${page}` : ''}`;
  const pages = size ? Math.ceil(total / size) : 1;
  return (
    <div className="inbox" data-opened={params.id !== '' || undefined}>
      <div className="inbox-documents">
        <UploadPlace path={INBOX}>
          <Text size="sm" c="dimmed" role="status" mb={6}>
            {t('waiting', { count: total })}
          </Text>
          {items.length ? (
            <DocumentList
              items={items}
              current={item?.id}
              ticked={ticked}
              hrefOf={hrefOf}
              onSee={see}
              onTick={(id, on) => setTicked(new Set([...ticked].filter((one) => one !== id).concat(on ? id : [])))}
            />
          ) : (
            <EmptyState text={t('empty')} />
          )}
          {pages > 1 ? (
            <Pagination
              size="sm"
              mt="sm"
              total={pages}
              value={Math.min(page, pages)}
              onChange={(to) => change({ page: String(to), id: '' })}
              aria-label={t('pages')}
            />
          ) : null}
        </UploadPlace>
      </div>
      {item ? (
        <>
          <section className="inbox-document" aria-label={item.name}>
            <Anchor component={Link} to="/inbox" size="sm" hiddenFrom="sm">
              ‹ {t('title')}
            </Anchor>
            <DocumentHead item={item} at={at} count={items.length} go={go} />
            {/* The next document is loaded ahead. */}
            {[item, ...(next ? [next] : [])].map((one) => (
              <div key={one.id} hidden={one !== item}>
                <Preview item={one} />
              </div>
            ))}
          </section>
          <section className="inbox-assign" aria-label={t('assign')}>
            <AssignForm
              key={item.id}
              item={item}
              count={meant.length}
              chosen={chosen}
              onChoose={choose}
              onAccept={accept}
              onSkip={() => go(1)}
              onDiscard={() => setAsked(true)}
              {...focus}
            />
          </section>
        </>
      ) : null}
      <ConfirmModal
        opened={asked}
        onClose={() => setAsked(false)}
        title={
          meant.length === 1
            ? t('discardTitle', { name: items.find(({ id }) => id === meant[0])?.name ?? '' })
            : t('discardSeveral', { count: meant.length })
        }
        text={t('discardText', { count: meant.length })}
        confirm={t('discard')}
        run={discard}
      />
    </div>
  );
};

export default function InboxPage() {
  const { t } = useTranslation('inbox');
  const { user } = useSession();
  const may = user.scopes.includes(INBOX_SCOPE);
  return (
    <>
      <PageTitle title={t('title')} description={may ? undefined : <NoRight />} />
      {may ? <Inbox /> : null}
    </>
  );
}
