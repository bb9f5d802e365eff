/** Traces where the settings ask for them. */
import type { Config } from '../../config/config.ts';
import type { Log } from '../../telemetry/logger.ts';
import { createTracing, type Traces } from '../../telemetry/tracing.ts';
import { CliError } from '../terminal/cli-error.ts';

const PACKAGES = [
  '@opentelemetry/api',
  '@opentelemetry/sdk-trace',
  '@opentelemetry/resources',
  '@opentelemetry/exporter-trace-otlp-proto',
].join(' ');

/** @returns null where no collector is set @throws CliError where the library of it is not installed */
export const createTracingFor = (config: Config, log: Log): Promise<Traces | null> =>
  createTracing(config, log).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new CliError(
      'traces',
      `OTEL_EXPORTER_OTLP_ENDPOINT needs packages of OpenTelemetry: install them with npm install ${PACKAGES}`,
    );
  });
