import { imageBytesMax } from '@assay/contract/vocabulary/limits.ts';
import { Camera, FileImage, ImageUp, LoaderCircle, RefreshCw, Trash2 } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../button.tsx';
import { cx } from '../cx.ts';
import { isMobile } from '../device.ts';
import { Field } from '../field.tsx';
import { CameraDialog } from './camera-dialog.tsx';
import { prepare } from './shrink.ts';

const accept = 'image/jpeg,image/png,image/jp2,.jpg,.jpeg,.png,.jp2,.jpx,.j2k,.j2c';
/** In one piece whichever way the sentence runs. */
const limit = `\u2068${imageBytesMax / 1024 / 1024} MB\u2069`;

interface ImageFieldProps {
  label: string;
  hint?: ReactNode;
  value: File | null;
  onChange(image: File | null): void;
  /** The caller's error; an error of the file itself is shown by the field. */
  error?: string | undefined;
  /** Offers the camera that looks this way; none by default. */
  camera?: 'user' | 'environment';
  /** Drawn in the empty field: what the picture should show. */
  outline?: ReactNode;
  disabled?: boolean;
}

/** A picture from a file, the clipboard, a drop or the camera. What is larger than the server takes is made smaller here. */
export function ImageField({ label, hint, value, onChange, error, camera, outline, disabled = false }: ImageFieldProps) {
  const { t } = useTranslation(['images', 'codes']);
  const [dragged, setDragged] = useState(false);
  const [shooting, setShooting] = useState(false);
  const intake = useIntake(onChange);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setDragged(false);
    if (!disabled) intake.take(event.dataTransfer.files);
  };
  const refused = intake.refused === undefined ? undefined : t(`codes:${intake.refused}`, { limit });
  return (
    <Field
      label={label}
      error={refused ?? error}
      hint={value === null ? hint : <Facts file={value} from={intake.reducedFrom} />}
    >
      {(wiring) => (
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setDragged(true);
          }}
          onDragLeave={() => setDragged(false)}
          onDrop={onDrop}
          onPaste={(event) => intake.take(event.clipboardData.files)}
          className={cx(
            'relative flex min-h-[max(2rem,168px)] flex-1 flex-col overflow-hidden rounded-middle border bg-surface-0 transition-quick',
            'has-[:focus-visible]:border-accent',
            value === null && 'border-dashed',
            wiring['aria-invalid'] ? 'border-danger' : dragged ? 'border-accent bg-accent-soft' : 'border-line-strong',
          )}
        >
          {intake.busy ? (
            <p role="status" className="flex flex-1 items-center justify-center gap-s2 text-muted">
              <LoaderCircle aria-hidden className="size-icon turn" />
              {t('preparing')}
            </p>
          ) : value === null ? (
            <Empty
              wiring={wiring}
              outline={outline}
              camera={camera}
              disabled={disabled}
              {...intake}
              onShoot={() => setShooting(true)}
            />
          ) : (
            <Chosen
              label={label}
              file={value}

              disabled={disabled}
              wiring={wiring}
              {...intake}
              onRemove={() => onChange(null)}
            />
          )}
          {shooting && camera !== undefined ? (
            <CameraDialog
              title={label}
              facing={camera}
              onClose={() => setShooting(false)}
              onPhoto={(photo) => {
                setShooting(false);
                intake.take([photo]);
              }}
            />
          ) : null}
        </div>
      )}
    </Field>
  );
}

/** Prepares the file that was chosen last; an earlier one that is still worked on is forgotten. */
function useIntake(onChange: (image: File | null) => void) {
  const [state, setState] = useState<{
    busy: boolean;
    refused?: '11024' | '11025' | '11028';
    reducedFrom?: number;
    visible?: boolean;
  }>({
    busy: false,
  });
  const latest = useRef(0);
  const run = async (file: File, mine: number) => {
    setState({ busy: true });
    const prepared = await prepare(file);
    if (mine !== latest.current) return;
    if ('refused' in prepared) {
      setState({ busy: false, refused: prepared.refused });
      return;
    }
    const { reducedFrom, visible } = prepared;
    setState({ busy: false, visible, ...(reducedFrom !== null && { reducedFrom }) });
    onChange(prepared.file);
  };
  const take = (files: ArrayLike<File>) => {
    const [file] = Array.from(files);
    if (file === undefined) return;
    latest.current += 1;
    void run(file, latest.current);
  };
  return {
    take,
    busy: state.busy,
    refused: state.refused,
    reducedFrom: state.reducedFrom ?? null,
    visible: state.visible ?? true,
  };
}

interface Wiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** The input itself covers no pixel; its label is the button. */
function Picker({
  wiring,
  capture,
  take,
  disabled,
  children,
  look,
}: {
  wiring?: Wiring;
  capture?: 'user' | 'environment';
  take(files: ArrayLike<File>): void;
  disabled: boolean;
  children: ReactNode;
  look: string;
}) {
  const own = useId();
  const id = wiring?.id ?? own;
  return (
    <label
      htmlFor={id}
      className={cx(look, 'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent', disabled && 'opacity-50')}
    >
      <input
        {...wiring}
        id={id}
        type="file"
        accept={accept}
        {...(capture !== undefined && { capture })}
        disabled={disabled}
        className="sr-only"
        onChange={(event) => {
          take(event.target.files ?? []);
          // The same file may be chosen again after it was removed.
          event.target.value = '';
        }}
      />
      {children}
    </label>
  );
}

const button =
  'inline-flex min-h-control-small cursor-pointer select-none items-center gap-s2 rounded-middle border border-line bg-surface-2 px-s4 py-s1 text-caption transition-quick hover:border-line-strong hover:bg-surface-3 mobile:min-h-control';

interface EmptyProps {
  wiring: Wiring;
  outline: ReactNode;
  camera: 'user' | 'environment' | undefined;
  disabled: boolean;
  take(files: ArrayLike<File>): void;
  onShoot(): void;
}

function Empty({ wiring, outline, camera, disabled, take, onShoot }: EmptyProps) {
  const { t } = useTranslation('images');
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-s3 p-s4 text-center">
      <span className="text-muted">{outline ?? <ImageUp aria-hidden strokeWidth={1.5} className="size-icon-large" />}</span>
      <div className="flex flex-wrap justify-center gap-s2">
        {camera !== undefined && isMobile ? (
          <Picker capture={camera} take={take} disabled={disabled} look={button}>
            <Camera aria-hidden className="size-icon" />
            {t('camera.open')}
          </Picker>
        ) : null}
        {camera !== undefined && !isMobile ? (
          <Button size="small" disabled={disabled} onClick={onShoot}>
            <Camera aria-hidden className="size-icon" />
            {t('camera.open')}
          </Button>
        ) : null}
        <Picker wiring={wiring} take={take} disabled={disabled} look={button}>
          <ImageUp aria-hidden className="size-icon" />
          {t('choose')}
        </Picker>
      </div>
      <p className="text-caption text-muted">
        {isMobile ? null : <>{t('drop')} · </>}
        {t('formats', { limit })}
      </p>
    </div>
  );
}

interface ChosenProps {
  label: string;
  file: File;
  visible: boolean;
  disabled: boolean;
  wiring: Wiring;
  take(files: ArrayLike<File>): void;
  onRemove(): void;
}

function Chosen({ label, file, visible, disabled, wiring, take, onRemove }: ChosenProps) {
  const { t } = useTranslation('images');
  const url = useUrl(file);
  return (
    <>
      {visible && url !== undefined ? (
        <img
          src={url}
          alt={t('preview', { name: label })}
          className="max-h-[max(2.6rem,220px)] min-h-0 flex-1 object-contain"
        />
      ) : (
        <p className="flex flex-1 flex-col items-center justify-center gap-s2 p-s4 text-center text-caption text-muted">
          <FileImage aria-hidden strokeWidth={1.5} className="size-icon-large" />
          {t('noPreview')}
        </p>
      )}
      <div className="absolute end-s2 top-s2 flex gap-s1 rounded-middle border border-line bg-surface-1">
        <Picker
          wiring={wiring}
          take={take}
          disabled={disabled}
          look="inline-flex size-control-small cursor-pointer items-center justify-center rounded-middle text-muted hover:bg-surface-2 hover:text-text mobile:size-control"
        >
          <RefreshCw aria-hidden className="size-icon" />
          <span className="sr-only">{t('replace', { name: label })}</span>
        </Picker>
        <IconButton
          label={t('remove', { name: label })}
          disabled={disabled}
          onClick={onRemove}
          className="desktop:size-control-small"
        >
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    </>
  );
}

function Facts({ file, from }: { file: File; from: number | null }) {
  const { t } = useTranslation('images');
  const size = <bdi>{sizeOf(file.size)}</bdi>;
  return from === null ? size : t('reduced', { from: sizeOf(from), to: sizeOf(file.size) });
}

const sizeOf = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

function useUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
