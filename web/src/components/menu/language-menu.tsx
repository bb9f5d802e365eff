import { IconLanguage } from '@tabler/icons-react';
import { notifyError } from '../../hooks/notify.ts';
import { languages } from '../../i18n/initial-locale.ts';
import { chooseLanguage } from '../../i18n/setup.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ActionMenu } from './action-menu.tsx';

const ownName = (language: string): string => {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
};

/** Each language is named in itself, so that its readers find it. */
export const LanguageMenu = () => {
  const { t, language: shown } = useTranslation();
  const actions = languages.map((language) => ({
    // To find out takes a moment: it does when the menu is opened.
    get name() {
      return ownName(language);
    },
    lang: language,
    chosen: language === shown,
    run: () => void chooseLanguage(language).catch(notifyError),
  }));
  return <ActionMenu label={t('language')} icon={IconLanguage} actions={actions} />;
};
