// Stands before the service and makes mistakes in some operations, so that tests see the fuzzer find each kind of them.
//   TARGET=8080 node test/fuzz/faults.js     prints the port it listens on
import { createServer, request } from 'node:http';

const MARK = /fz[A-Z][a-z]{12}/g;
const marks = new Set();

/** Uses the processor for so long, however long other programs keep it from that. */
const busy = (ms) => {
  const begun = process.cpuUsage();
  for (let used = { user: 0, system: 0 }; used.user + used.system < ms * 1000; used = process.cpuUsage(begun));
};

const forward = (incoming, response, more = '') => {
  const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
  const onward = request(
    { port: process.env.TARGET, host: '127.0.0.1', method: incoming.method, path: incoming.url, headers },
    (answer) => {
      const pieces = [];
      answer.on('data', (piece) => pieces.push(piece));
      answer.on('end', () => {
        const body = Buffer.concat(pieces);
        for (const [mark] of body.toString('latin1').matchAll(MARK)) marks.add(mark);
        delete answer.headers['content-length'];
        response.writeHead(answer.statusCode, answer.headers).end(Buffer.concat([body, Buffer.from(more)]));
      });
    },
  );
  onward.on('error', () => response.destroy());
  incoming.pipe(onward);
};

const refuse = (incoming, response, status, body) => {
  incoming.resume();
  response.writeHead(status).end(body);
};

/** Mistakes by method and address. */
const faults = [
  [
    /^POST \/v3\/goals$/,
    (incoming, response) => {
      busy(300);
      forward(incoming, response);
    },
  ],
  [/^GET \/v3\/goals$/, (incoming, response) => refuse(incoming, response, 500, 'broken')],
  [/^PATCH \/v3\/goals\/\w+$/, (incoming, response) => refuse(incoming, response, 400, 'x'.repeat(10_000_000))],
  [/^DELETE \/v3\/goals\/\w+$/, (incoming, response) => forward(incoming, response, [...marks].join())],
  [
    /^GET \/v3\/goals\/\w+$/,
    (incoming, response) => {
      Buffer.alloc(200 * 1024 * 1024, 1);
      forward(incoming, response);
    },
  ],
  [
    /^POST \/v3\/customers\/\w+\/goals$/,
    (incoming, response) => {
      // Shorter than a block; too long only for those who may not ask.
      busy(60);
      forward(incoming, response);
    },
  ],
  [/^GET \/v3\/goals\/\w+\/followers$/, () => process.exit(1)],
];

const server = createServer((incoming, response) => {
  const asked = `${incoming.method} ${incoming.url.split('?')[0]}`;
  const fault = faults.find(([pattern]) => pattern.test(asked));
  if (fault) fault[1](incoming, response);
  else forward(incoming, response);
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
