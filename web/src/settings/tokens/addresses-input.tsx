import { TagsInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ClipboardEvent, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';

/** As many as the service takes, and longer than any of them is. */
const [MOST, LONGEST] = [200, 60];

/** A list may be pasted as it is. */
const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

/** The addresses that a token may be used from. */
export const AddressesInput = <V extends { readonly addresses: string[] }>({
  form,
}: {
  form: UseFormReturnType<V>;
}) => {
  const { t } = useTranslation('tokens');
  const { t: common } = useTranslation();
  const [typed, setTyped] = useState('');
  /** A page that was pasted by mistake is refused as a whole: a pill for each of its words would keep the browser busy for minutes. */
  const take = (texts: readonly string[]): boolean => {
    const addresses = [...new Set(texts.flatMap(addressesIn))];
    const strange = addresses.find((address) => address.length > LONGEST);
    const wrong =
      addresses.length > MOST
        ? t('tooManyAddresses', { count: MOST })
        : strange && t('notAddress', { address: `${strange.slice(0, LONGEST)}…` });
    if (wrong) form.setFieldError('addresses', wrong);
    else form.setFieldValue('addresses', addresses as never);
    return !wrong;
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    // Before the input itself takes it apart.
    event.preventDefault();
    event.stopPropagation();
    const text = event.clipboardData.getData('text/plain');
    if (take([...form.values.addresses, `${typed}${text}`])) setTyped('');
  };
  return (
    <TagsInput
      label={t('addresses')}
      description={t('addressesHint')}
      splitChars={[',', ' ', ';']}
      maxLength={4096}
      clearable
      clearButtonProps={{ 'aria-label': common('matrix.none') }}
      {...form.getInputProps('addresses')}
      onChange={take}
      searchValue={typed}
      onSearchChange={setTyped}
      onPasteCapture={paste}
    />
  );
};
