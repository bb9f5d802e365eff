import { Box, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';

const HEIGHT = 150;

/** A bar: its name, its number, and the part of it that is drawn in red. */
export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly wrong?: number;
}

/** Bars in a row; the name and number of each show where it is pointed at. */
export const Bars = ({ bars, peak }: { bars: readonly Bar[]; peak: number }) => {
  const { language } = useTranslation('usage');
  const number = (value: number) => value.toLocaleString(language);
  const last = bars.length - 1;
  const heightOf = (value: number) => (HEIGHT * value) / peak;
  return (
    <Group gap="xs" wrap="nowrap" align="stretch" h={180}>
      <Stack justify="space-between" h={HEIGHT} gap={0} ta="end">
        <Text size="xs" c="dimmed" lh={1}>
          {number(peak)}
        </Text>
        <Text size="xs" c="dimmed" lh={1}>
          0
        </Text>
      </Stack>
      <Box flex={1} miw={0}>
        <svg
          viewBox={`0 0 ${bars.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          width="100%"
          height={HEIGHT}
          aria-hidden="true"
        >
          {[0, HEIGHT / 2, HEIGHT].map((y) => (
            <line
              key={y}
              x1={0}
              x2={bars.length}
              y1={y}
              y2={y}
              stroke="var(--mantine-color-default-border)"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {bars.map(({ name, value, wrong = 0 }, place) => (
            <g key={name} fill="var(--mantine-color-petrol-7)">
              <title>{`${name}: ${number(value)}`}</title>
              <rect x={place} y={0} width={1} height={HEIGHT} fill="transparent" />
              <rect x={place + 0.1} y={HEIGHT - heightOf(value)} width={0.8} height={heightOf(value)} />
              {wrong ? (
                <rect
                  x={place + 0.1}
                  y={HEIGHT - heightOf(wrong)}
                  width={0.8}
                  height={heightOf(wrong)}
                  fill="var(--mantine-color-error)"
                />
              ) : null}
            </g>
          ))}
        </svg>
        <Group justify="space-between" wrap="nowrap">
          {[0, Math.round(last / 2), last].map((place) => (
            <Text key={place} size="xs" c="dimmed">
              {bars[place]?.name}
            </Text>
          ))}
        </Group>
      </Box>
    </Group>
  );
};
