-- Which browser a code was asked for by, where it has said so: a hash of what it made up. Its code is compared with what that browser
-- types and with nothing else, from whatever network it comes. Empty: bound to the network that asked alone.
alter table mail_codes add column bound_to text not null default '' check (length(bound_to) <= 64);
