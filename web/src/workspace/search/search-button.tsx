/** The button of the search, drawn as a field; `/` and Ctrl+K press it. */
import { UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { laterDialog } from '../../components/lazy.ts';
import { holdKeys } from '../../hooks/early-keys.ts';
import { isTyping } from '../../hooks/keys.ts';
import { isKeyOff, useSingleKeys } from '../../hooks/single-keys.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

const Overlay = laterDialog(async () => (await import('./overlay.tsx')).SearchOverlay);

export const SearchButton = () => {
  const { t } = useTranslation('records');
  const [opened, setOpened] = useState(false);
  const single = useSingleKeys();
  useEffect(() => {
    const openAtKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      const asked =
        (key === 'k' && (ctrlKey || metaKey)) ||
        (key === '/' && !ctrlKey && !metaKey && !altKey && !isKeyOff(key) && !isTyping());
      if (!asked || document.querySelector('[aria-modal=true]')) return;
      event.preventDefault();
      setOpened(true);
      holdKeys();
    };
    window.addEventListener('keydown', openAtKey);
    return () => window.removeEventListener('keydown', openAtKey);
  }, []);
  return (
    <>
      <UnstyledButton className="search-button" onClick={() => setOpened(true)} aria-label={t('searchButton')}>
        <IconSearch size={18} stroke={1.6} aria-hidden />
        <span className="search-words">{t('searchWords')}</span>
        {single ? (
          <kbd className="search-words" aria-hidden>
            /
          </kbd>
        ) : null}
      </UnstyledButton>
      <Overlay opened={opened} onClose={() => setOpened(false)} />
    </>
  );
};
