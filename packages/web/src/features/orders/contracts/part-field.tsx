import type { ContractTerms } from '@assay/contract/endpoints/index.ts';
import type { Position } from '@assay/contract/endpoints/order.ts';
import { type Fixed, formatFixed, toFixed } from '@assay/domain/money/fixed.ts';
import { halfOf, lotsOfShare, partsMax, readPart } from '@assay/domain/positions/parts/shares.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { useTranslation } from 'react-i18next';
import { useMarketInfo } from '../../../shared/trading/market/market.ts';
import { decimalsOf, useFormat } from '../../../shared/words/format.ts';
import { NumberField } from '../../../shared/words/number-field.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';

const shares = [25, 50, 75, 100] as const;

/** How many of a position's lots are to be closed, by the rule that the server applies. Null while that is not allowed. */
export function usePart(position: Position, text: string): Fixed | null {
  const steps = useSteps(position);
  const held = toFixed(position.lots);
  if (steps === null) return text === position.lots ? held : null;
  const lots = readPart(text, { lots: held, parts: partsOf(position) }, steps);
  return isRefused(lots) ? null : lots;
}

/**
 * Half of the lots, by the rule that the server applies; null where the position can't be halved. Nothing until the steps are known,
 * and nothing in place of a half that there is not: who wants half must not close all.
 */
export function useHalf(position: Position): string | null {
  const steps = useSteps(position);
  if (steps === null) return '';
  const half = halfOf({ lots: toFixed(position.lots), parts: partsOf(position) }, steps);
  return isRefused(half) ? null : formatFixed(half);
}

interface PartFieldProps {
  position: Position;
  value: string;
  wrong: boolean;
  /** Half of it was chosen, and there is no such part. */
  notHalved?: boolean;
  onChange(lots: string): void;
}

/** The lots to close, typed or as a share of the position. */
export function PartField({ position, value, wrong, notHalved = false, onChange }: PartFieldProps) {
  const { t } = useTranslation(['orders', 'codes']);
  const format = useFormat();
  const info = useMarketInfo(position.instrumentId);
  const steps = useSteps(position);
  if (info.isError) return <ErrorState error={info.error} onRetry={() => void info.refetch()} />;
  if (steps === null) return <Skeleton className="mt-s4 h-control w-full" />;
  const [step, min] = [steps.lotStep, steps.lotsMin].map((each) => format.quantity(formatFixed(each)));
  const held = toFixed(position.lots);
  if (partsOf(position) >= partsMax) {
    return (
      <div className="mt-s4 flex flex-col items-start gap-s2">
        <p className="text-caption text-muted">{t('codes:11303')}</p>
        {notHalved ? (
          <Chip chosen={value === position.lots} onClick={() => onChange(position.lots)}>
            <bdi dir="ltr">100%</bdi>
          </Chip>
        ) : null}
      </div>
    );
  }
  return (
    <div className="mt-s4 flex flex-col gap-s2">
      {notHalved ? (
        <p role="status" className="text-caption text-warn">
          {t('close.notHalved', { min })}
        </p>
      ) : null}
      <NumberField
        label={t('close.lots')}
        value={value}
        onChange={onChange}
        decimals={Math.max(decimalsOf(formatFixed(steps.lotStep)), decimalsOf(position.lots))}
        unit={t('close.of', { lots: format.quantity(position.lots) })}
        unitCode=""
        error={wrong ? t('close.lotsWrong', { step, min }) : undefined}
      />
      <div className="grid grid-cols-4 gap-s2">
        {shares.map((share) => {
          const lots = formatFixed(lotsOfShare(share, held, steps.lotStep));
          return (
            <Chip
              key={share}
              chosen={value === lots}
              disabled={isRefused(readPart(lots, { lots: held, parts: partsOf(position) }, steps))}
              onClick={() => onChange(lots)}
              className="px-0"
            >
              <bdi dir="ltr">{format.rate(String(share / 100))}</bdi>
            </Chip>
          );
        })}
      </div>
    </div>
  );
}

/** Those that have been closed, and those that targets will be. */
const partsOf = ({ parts, targets }: Position) => parts + targets.length;

export function useSteps({ instrumentId }: Position) {
  const contract = useMarketInfo(instrumentId).data?.contract ?? null;
  return contract === null ? null : stepsOf(contract);
}

const stepsOf = ({ lotStep, lotsMin }: ContractTerms) => ({ lotStep: toFixed(lotStep), lotsMin: toFixed(lotsMin) });
