import { Switch as Base } from '@base-ui/react/switch';
import type { ReactNode } from 'react';

interface SwitchProps {
  label: ReactNode;
  checked: boolean;
  onChange(checked: boolean): void;
  disabled?: boolean;
}

/** On or off, at once. The label is part of the target. */
export function Switch({ label, checked, onChange, disabled = false }: SwitchProps) {
  return (
    <label className="flex min-h-control-small items-center justify-between gap-s4">
      <span>{label}</span>
      <Base.Root
        checked={checked}
        onCheckedChange={(next) => onChange(next)}
        disabled={disabled}
        className="inline-flex h-[24px] w-[42px] shrink-0 items-center rounded-large border border-line-strong bg-surface-3 p-[2px] transition-quick data-checked:border-transparent data-checked:bg-accent-fill data-disabled:opacity-50"
      >
        <Base.Thumb className="size-[18px] rounded-large bg-text transition-quick data-checked:translate-x-[18px] data-checked:bg-on-accent rtl:data-checked:-translate-x-[18px]" />
      </Base.Root>
    </label>
  );
}
