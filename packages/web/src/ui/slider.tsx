import { Slider as Base } from '@base-ui/react/slider';

interface SliderProps {
  label: string;
  value: number;
  onChange(value: number): void;
  min?: number;
  max?: number;
  step?: number;
  /** How the value is read out, such as "25 %". */
  read?(value: number): string;
  disabled?: boolean;
}

/** One value on a line; follows the reading direction. */
export function Slider({ label, value, onChange, min = 0, max = 100, step = 1, read, disabled = false }: SliderProps) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next)} min={min} max={max} step={step} disabled={disabled}>
      <Base.Control className="flex min-h-control-small w-full touch-none items-center select-none data-disabled:opacity-50">
        <Base.Track className="h-[4px] w-full rounded-large bg-surface-3">
          <Base.Indicator className="rounded-large bg-accent-fill" />
          <Base.Thumb
            getAriaLabel={() => label}
            {...(read === undefined ? {} : { getAriaValueText: (_: string, current: number) => read(current) })}
            className="size-[max(0.2rem,18px)] rounded-large border-2 border-accent-fill bg-surface-1 shadow-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          />
        </Base.Track>
      </Base.Control>
    </Base.Root>
  );
}
