import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { user } from '@assay/contract/endpoints/user.ts';
import { FileSpreadsheet, FileText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { type FetchedFile, fetchFile } from '../../shared/client/api.ts';
import { Button } from '../../ui/button.tsx';
import { useErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts/toast.tsx';

/** The query of the statement: the same for the list and for its files. */
export type StatementFilter = Pick<InputOf<(typeof user)['listTransfers']>, 'asset' | 'from'>;

const formats = [
  { format: 'csv', icon: FileSpreadsheet },
  { format: 'pdf', icon: FileText },
] as const;
type FileFormat = (typeof formats)[number]['format'];

/** Takes the statement, filtered as it is shown, away as a file. */
export function ExportButtons({ filter, disabled }: { filter: StatementFilter; disabled: boolean }) {
  const { t } = useTranslation('balance');
  return (
    <FileButtons
      take={(format) => fetchFile(calls.user.exportTransfers, { ...filter, format })}
      disabled={disabled}
      name={(format) => t('statement.export', { format })}
    />
  );
}

interface FileButtonsProps {
  take(format: FileFormat): Promise<FetchedFile>;
  disabled?: boolean;
  /** What a button says to those who do not see it, with the format in capitals. */
  name(format: string): string;
}

/** A button for each format that a file can be had in. */
export function FileButtons({ take, disabled = false, name }: FileButtonsProps) {
  const { t } = useTranslation('balance');
  const errorText = useErrorText();
  const [busy, setBusy] = useState<FileFormat | null>(null);
  const press = async (format: FileFormat) => {
    setBusy(format);
    try {
      save(await take(format));
    } catch (error) {
      toast({ kind: 'error', title: t('statement.exportFailed'), text: errorText(error) });
    } finally {
      setBusy(null);
    }
  };
  return (
    <div className="flex gap-s3 mobile:w-full mobile:*:flex-1">
      {formats.map(({ format, icon: Icon }) => (
        <Button
          key={format}
          size="small"
          busy={busy === format}
          disabled={disabled}
          aria-label={name(format.toUpperCase())}
          onClick={() => void press(format)}
        >
          {busy === format ? null : <Icon aria-hidden className="size-[1.2em]" />}
          {format.toUpperCase()}
        </Button>
      ))}
    </div>
  );
}

/** The file goes where the browser puts downloads: the call that fetched it needs headers, which no link could send. */
function save({ name, content }: FetchedFile): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
