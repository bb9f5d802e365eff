import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck, IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { languages } from '../i18n/first-language.ts';
import { chooseLanguage } from '../i18n/setup.ts';
import { notifyError } from '../parts/notify.ts';

/** What a language calls itself. */
const ownName = (language: string): string => {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
};

/** Each language is named in itself, so that its readers find it. */
export const LanguageMenu = () => {
  const { t, i18n } = useTranslation();
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t('language')}>
          <IconLanguage size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            onClick={() => chooseLanguage(language).catch(notifyError)}
            rightSection={i18n.language === language ? <IconCheck size={16} aria-hidden /> : null}
          >
            {ownName(language)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
