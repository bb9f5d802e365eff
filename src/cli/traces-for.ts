/** Traces where the settings ask for them. */
import type { Config } from '../config.ts';
import { openTraces, type Traces } from '../traces.ts';
import type { Log } from './log.ts';
import { Refusal } from './refusal.ts';

const PACKAGES = [
  '@opentelemetry/api',
  '@opentelemetry/sdk-trace',
  '@opentelemetry/resources',
  '@opentelemetry/exporter-trace-otlp-proto',
].join(' ');

/** @returns null where no collector is set @throws Refusal where the library of it is not installed */
export const tracesFor = (config: Config, log: Log): Promise<Traces | null> =>
  openTraces(config, log).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new Refusal(
      'traces',
      `OTEL_EXPORTER_OTLP_ENDPOINT needs packages of OpenTelemetry: install them with npm install ${PACKAGES}`,
    );
  });
