import { Eraser, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import Pad from 'signature_pad';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { Field, Input } from '../field.tsx';
import { Segmented } from '../segmented.tsx';

/** What is handed over, in pixels: dark ink on white paper in every theme. */
const paper = { width: 900, height: 300 } as const;
const ink = '#101a2f';

/** At once: pressing the next button right after the last stroke counts as signed. */
function pictureOn(canvas: HTMLCanvasElement): Blob {
  const [, encoded = ''] = canvas.toDataURL('image/png').split(',');
  return new Blob([Uint8Array.from(atob(encoded), (byte) => byte.charCodeAt(0))], { type: 'image/png' });
}

interface SignaturePadProps {
  label: string;
  /** Called with the signature as a PNG whenever it changes; null while there is none. */
  onChange(signature: Blob | null): void;
  error?: string | undefined;
  disabled?: boolean;
}

/** A signature, drawn with pointer or finger, or typed on a keyboard and drawn from the name. */
export function SignaturePad({ label, onChange, error, disabled = false }: SignaturePadProps) {
  const { t } = useTranslation('images');
  const [way, setWay] = useState<'draw' | 'type'>('draw');
  return (
    <Field
      label={label}
      error={error}
      aside={
        <Segmented
          compact
          label={t('signature.way')}
          value={way}
          onChange={(next) => {
            setWay(next);
            onChange(null);
          }}
          options={[
            { value: 'draw', label: t('signature.draw') },
            { value: 'type', label: t('signature.type') },
          ]}
        />
      }
    >
      {(wiring) => (
        <div
          id={wiring.id}
          role="group"
          aria-label={label}
          aria-describedby={wiring['aria-describedby']}
          className="flex flex-col gap-s3"
        >
          {way === 'draw' ? (
            <Drawn onChange={onChange} invalid={wiring['aria-invalid'] === true} disabled={disabled} />
          ) : (
            <Typed onChange={onChange} disabled={disabled} />
          )}
        </div>
      )}
    </Field>
  );
}

const sheet = 'relative aspect-[3/1] w-full overflow-hidden rounded-middle border bg-white';

interface PartProps {
  onChange(signature: Blob | null): void;
  disabled: boolean;
}

function Drawn({ onChange, invalid, disabled }: PartProps & { invalid: boolean }) {
  const { t } = useTranslation('images');
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<Pad>(null);
  const [strokes, setStrokes] = useState(0);
  const changed = () => {
    const count = pad.current?.toData().length ?? 0;
    setStrokes(count);
    if (count === 0) onChange(null);
    else if (canvas.current !== null) onChange(pictureOn(canvas.current));
  };
  const strokeEnded = useEffectEvent(changed);

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const made = new Pad(element, { penColor: ink, backgroundColor: '#fff', minWidth: 0.8, maxWidth: 2.6 });
    pad.current = made;
    const listener = () => strokeEnded();
    made.addEventListener('endStroke', listener);
    let width = 0;
    // The strokes are kept in the pixels of the screen, the picture is always of the same size.
    const observer = new ResizeObserver(() => {
      const now = element.clientWidth;
      if (now === 0 || now === width) return;
      const data = made.toData();
      if (width > 0)
        for (const point of data.flatMap(({ points }) => points)) {
          point.x *= now / width;
          point.y *= now / width;
        }
      width = now;
      element.width = paper.width;
      element.height = paper.height;
      element.getContext('2d')?.scale(paper.width / now, paper.width / now);
      made.fromData(data);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.removeEventListener('endStroke', listener);
      made.off();
    };
  }, []);

  const undo = () => {
    pad.current?.fromData(pad.current.toData().slice(0, -1));
    changed();
  };
  const clear = () => {
    pad.current?.clear();
    changed();
  };
  return (
    <>
      <div
        className={cx(sheet, invalid ? 'border-danger' : 'border-line-strong', disabled && 'pointer-events-none opacity-60')}
      >
        <canvas ref={canvas} role="img" aria-label={t('signature.area')} className="size-full touch-none" />
        <Line empty={strokes === 0} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-s3">
        <p className="text-caption text-muted">{t('signature.hint')}</p>
        <div className="flex gap-s2">
          <Button size="small" disabled={strokes === 0 || disabled} onClick={undo}>
            <Undo2 aria-hidden className="size-icon rtl:-scale-x-100" />
            {t('signature.undo')}
          </Button>
          <Button size="small" disabled={strokes === 0 || disabled} onClick={clear}>
            <Eraser aria-hidden className="size-icon" />
            {t('signature.clear')}
          </Button>
        </div>
      </div>
    </>
  );
}

/** Where to sign; it is no part of the picture. */
function Line({ empty }: { empty: boolean }) {
  const { t } = useTranslation('images');
  return (
    <div aria-hidden className="pointer-events-none absolute inset-x-[8%] bottom-[22%] border-b border-[#b9c2d3]">
      {empty ? <span className="absolute start-0 bottom-s1 text-caption text-[#5b6780]">{t('signature.here')}</span> : null}
    </div>
  );
}

const nameCharsMax = 60;

function Typed({ onChange, disabled }: PartProps) {
  const { t } = useTranslation('images');
  const canvas = useRef<HTMLCanvasElement>(null);
  const [name, setName] = useState('');
  const write = (text: string) => {
    setName(text);
    if (canvas.current === null) return;
    drawName(canvas.current, text.trim());
    if (text.trim() === '') onChange(null);
    else onChange(pictureOn(canvas.current));
  };
  return (
    <>
      <Input
        label={t('signature.name')}
        value={name}
        maxLength={nameCharsMax}
        autoComplete="name"
        disabled={disabled}
        onChange={(event) => write(event.target.value)}
        hint={t('signature.typedHint')}
      />
      <div className={cx(sheet, 'border-line-strong')}>
        <canvas ref={canvas} width={paper.width} height={paper.height} role="img" aria-label={name} className="size-full" />
        <Line empty={name.trim() === ''} />
      </div>
    </>
  );
}

function drawName(canvas: HTMLCanvasElement, name: string): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, paper.width, paper.height);
  context.fillStyle = ink;
  context.textAlign = 'center';
  const family = '"Segoe Script", "Snell Roundhand", "Apple Chancery", "URW Chancery L", cursive';
  let size = 110;
  do {
    context.font = `italic ${size}px ${family}`;
    size -= 6;
  } while (size > 24 && context.measureText(name).width > paper.width * 0.84);
  context.fillText(name, paper.width / 2, paper.height * 0.72);
}
