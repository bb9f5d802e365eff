import { useTranslation } from '../i18n/use-translation.ts';

/** Says something in the language that is shown. */
export type Say = () => string;

/** Words that stay on the page: they change with its language. */
const Words = ({ say }: { say: Say }) => {
  useTranslation();
  return say();
};

/** What stands on the page until somebody ends it, as a message or the fault of a field. */
export const spokenBy = (say: Say) => <Words say={say} />;
