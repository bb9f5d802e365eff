/** Code for receivers that verifies a message (Standard Webhooks) without a library. */

const javascript = `import { createHmac, timingSafeEqual } from 'node:crypto';

/** Throws where a message does not come from us. \`body\` is the request's body as it came, as text. */
export const verify = (secret, headers, body) => {
  const [id, timestamp] = [headers['webhook-id'], headers['webhook-timestamp']];
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) throw new Error('The message is too old.');
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  const fits = headers['webhook-signature'].split(' ').some((one) => {
    const given = Buffer.from(one.split(',')[1] ?? '', 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!fits) throw new Error('The signature is wrong.');
};
`;

const python = `import base64, hmac, time

def verify(secret: str, headers: dict, body: bytes) -> None:
    """Raises where a message does not come from us. body is the request's body as it came."""
    id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("The message is too old.")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
    given = [one.partition(",")[2] for one in headers["webhook-signature"].split(" ")]
    if not any(hmac.compare_digest(one, expected) for one in given):
        raise ValueError("The signature is wrong.")
`;

export const snippets = [
  { name: 'JavaScript', text: javascript },
  { name: 'Python', text: python },
] as const;
