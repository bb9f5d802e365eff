/** Certificates that sign themselves. */
import { execFileSync } from 'node:child_process';

/** Makes one for 127.0.0.1: `FILE.pem` and `FILE.key`. @param file its place without an ending @param env of openssl */
export const makeCertificate = (file: string, name = 'test', days = 90, env: NodeJS.ProcessEnv = {}): void => {
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', `${file}.key`, '-out', `${file}.pem`];
  const words = ['req', '-x509', ...key, ...subject, ...files, '-days', String(days)];
  execFileSync('openssl', words, { stdio: 'ignore', env: { ...process.env, ...env } });
};
