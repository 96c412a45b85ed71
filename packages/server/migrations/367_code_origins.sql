-- A code that anybody may ask for belongs to the network that asked: others neither void it nor use its tries up.
alter table mail_codes add column asked_from text not null default '';
