import { useTranslation } from './use-translation.ts';

/** Says something in the language that is shown. */
export type Trans = () => string;

/** Words that stay on the page: they change with its language. */
const Words = ({ say }: { say: Trans }) => {
  useTranslation();
  return say();
};

/** A text that follows later changes of the language, for toasts and field errors. */
export const formatMessage = (say: Trans) => <Words say={say} />;
