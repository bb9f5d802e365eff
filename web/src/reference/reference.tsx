/** The frame of the API reference: the way back, the token, language and colours; Scalar draws the calls below. */
import { Anchor, Box, Center, Group, Loader, Text, useComputedColorScheme } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type MouseEvent, useEffect } from 'react';
import { ApiError } from '../api/client.ts';
import { useToken } from '../api/handed-token.ts';
import { ErrorBox } from '../components/feedback/query-state.tsx';
import { LanguageMenu } from '../components/menu/language-menu.tsx';
import { SchemeMenu } from '../components/menu/scheme-menu.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { useScalar } from './scalar.ts';
import { TokenField } from './token-field.tsx';

/** Skips the list of all calls. The fragment of the address is a call for Scalar. */
const toCalls = (event: MouseEvent): void => {
  event.preventDefault();
  const calls = document.querySelector<HTMLElement>('#calls main');
  if (!calls) return;
  calls.tabIndex = -1;
  calls.focus();
};

export const Reference = () => {
  const { t } = useTranslation('reference');
  const { t: common } = useTranslation();
  const [token, setToken] = useToken();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const { state, retry } = useScalar(scheme, token);
  useEffect(() => {
    document.title = `${t('title')} · ${common('product')}`;
  }, [t, common]);
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads into the page, as that of the settings does */}
      <a className="skip-link" href="#calls" onClick={toCalls}>
        {common('skip')}
      </a>
      <Group component="header" className="reference-header" justify="space-between" wrap="nowrap">
        <Group wrap="nowrap" gap="md">
          <Anchor href="/settings">
            <Group gap={6} wrap="nowrap">
              <IconArrowLeft size={18} aria-hidden />
              {common('menu.label')}
            </Group>
          </Anchor>
          <Text fw={600} visibleFrom="sm">
            {t('title')}
          </Text>
        </Group>
        <Group wrap="nowrap" gap="xs">
          <TokenField token={token} onChange={setToken} />
          <LanguageMenu />
          <SchemeMenu />
        </Group>
      </Group>
      {state === 'failed' ? (
        <Box p="md">
          <ErrorBox error={new ApiError(0, { error: 'network', message: '' })} retry={retry} />
        </Box>
      ) : state !== 'there' ? (
        <Center className="reference-loading" role="status" aria-label={common('loading')}>
          <Loader />
        </Center>
      ) : null}
    </>
  );
};
