/** Placeholders of a page while it loads, or where it does not exist. */
import { Center, Loader } from '@mantine/core';
import { useEffect } from 'react';
import { ApiError } from '../../api/client.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { retry } from '../../router/router.ts';
import { PageTitle } from '../text/page-title.tsx';
import { NotThere } from './not-found.tsx';
import { ErrorBox } from './query-state.tsx';

export const Waiting = () => {
  const { t } = useTranslation();
  return (
    <Center h="60vh" role="status" aria-label={t('loading')}>
      <Loader />
    </Center>
  );
};

/** A page that failed, often because a new version has replaced the files of this one. */
export const Crashed = ({ error }: { error: unknown }) => {
  const { t } = useTranslation();
  const unanswered = error instanceof ApiError && error.status === 0;
  return (
    <main style={{ padding: '1rem' }}>
      <PageTitle title={t(unanswered ? 'unreachable' : 'crashed')} />
      <ErrorBox error={error} retry={() => window.location.reload()} />
    </main>
  );
};

/** A page whose files did not arrive: the service cannot be reached. A browser that is connected again tries by itself. */
export const NotLoaded = () => {
  const { t } = useTranslation();
  useEffect(() => {
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, []);
  return (
    <>
      <PageTitle title={t('unreachable')} />
      <ErrorBox error={new ApiError(0, { error: 'network', message: '' })} retry={retry} />
    </>
  );
};

export const NotFound = () => {
  const { t } = useTranslation();
  return <NotThere title={t('notFound.title')} text={t('notFound.text')} to="/" way={t('notFound.home')} />;
};
