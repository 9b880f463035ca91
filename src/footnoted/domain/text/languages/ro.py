"""Romanian: its little words; what the product says is not translated yet."""

NAME = "Română"

GRAMMAR = """a ai al ale am ar are as asupra atunci au avea aveau avut ca când care căror cărora cărui căruia
cât câte câți ce cea cei cel cele celor celui cine cu cui cum d-a da dacă dar datorită de deci decât deși despre
din dintre doar după ea ei el ele era erau este eu fi fie fost fără iar în într înainte între îi își îl la le
lor lui mai mult multe mulți ne nici nu o ori pe pentru peste poate prin prea s-a s-au sa sale sau se spre și
sub sunt său săi toate toți tot un una unde unei unele unor unui unul va vor către cărei această acest acestea
acești acesta acestui acestor aceasta aceste acel acea acei acele aceea care-i ci vă te mi noi voi"""

EMPTY = """numit numită numește numesc numite există putea pot rog mulțumesc salut fel tip cineva făcut face"""

ABBREVIATIONS = """dl dna dr prof nr str ex pag art lit d.hr î.hr e.n î.e.n cca etc sec sf"""
