/** Which passwords are refused, and that good ones are not (rules 8.2). */
import { expect, test } from 'vitest';
import { checkPassword } from '../../../src/access/credentials/password-strength.ts';

const KNOWN = {
  name: 'Anna Schmidt',
  email: 'anna.schmidt@maklerhaus-nord.de',
  organisation: 'Maklerhaus Nord GmbH',
};

test.each([
  ['password123', 'common_password'],
  ['Passwort2026!', 'common_password'],
  ['p@ssw0rd1234', 'common_password'],
  ['!!!iloveyou!!', 'common_password'],
  ['Hallo12345', 'common_password'],
  ['1234567890', 'common_password'],
  ['9876543210', 'common_password'],
  ['qwertzuiop1', 'common_password'],
  ['abcdefghijklm', 'common_password'],
  ['aaaaaaaaaaaa', 'common_password'],
  ['abcabcabcabca', 'common_password'],
  ['AnnaSchmidt1', 'own_name'],
  ['5chmidt-Anna', 'own_name'],
  ['Maklerhaus-Nord-26', 'own_name'],
  ['maklerhausnordgmbh', 'own_name'],
  ['anna.schmidt@maklerhaus-nord.de', 'own_name'],
  ['ein langes Passwort', null],
  ['correct horse battery', null],
  ['Kx7-fPq2-Lm9', null],
  ['Schmidt fährt gern Rad', null],
  ['zehnzeichen', null],
  ['パスワードは長いです', null],
])('%s: %s', async (password, code) => {
  const issues = await checkPassword(password, KNOWN, ['new']);
  expect(issues.map((issue) => [issue.path, issue.code])).toEqual(code ? [[['new'], code]] : []);
});

test('a user without a name in an organisation with a short name may use any password', async () => {
  const nobody = { name: '', email: 'a@b.c', organisation: 'X' };
  expect(await checkPassword('xyzzy plugh plover', nobody)).toEqual([]);
});
